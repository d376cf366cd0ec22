import { headsFile, headsIn, type MadeHead } from '../pagefind/canonical-index.ts'
import type { IndexedPage } from './indexed-page.ts'
import type { KnownEntry, KnownIndex } from './index-maker.ts'
import { packNumbers, unpackNumbers } from './page-words.ts'

/** The first index of a site is stored next to the folders of the others. */
const OF_FIRST = /^(?:fragment|index|filter)\//
const PROGRAM = /^(?:pagefind\.js|wasm\.[^/]+)$/

/** The new places of an index's files and pages once it is joined with others. */
export interface Move {
  /** For a file below `pagefind/`; undefined for one that all indexes share, which is made again. */
  file: (file: string) => string | undefined
  page: (page: IndexedPage) => IndexedPage
}

/** Joins indexes that were made separately, before their shared files are made. Each keeps its bytes, in a renamed folder. */
export class JoinedIndex {
  readonly #entries: KnownEntry[] = []
  readonly #heads = new Map<string, MadeHead>()
  readonly #words = new Map<string, number>()

  /** `prefix` is the prefix of its folder names; `heads` are its files of heads. */
  add({ entries, words }: Pick<KnownIndex, 'entries' | 'words'>, prefix: string, heads: readonly Uint8Array[]): Move {
    const folders = new Map(entries.map(({ folder }) => [folder, prefix + (folder || 'first/')]))
    const moved = (folder: string): string => folders.get(folder) ?? folder
    // A recent index is treated like any other here: the place of each of its pages is recorded.
    this.#entries.push(...entries.map((entry) => ({ ...entry, folder: moved(entry.folder), isRecent: false })))
    for (const [folder, head] of heads.flatMap((bytes) => [...headsIn(bytes)])) this.#heads.set(moved(folder), head)
    const numbers = words.map((word) => this.#numberOf(word))
    return {
      file(file) {
        if (PROGRAM.test(file)) return file
        const folder = OF_FIRST.test(file) ? '' : file.slice(0, file.indexOf('/') + 1)
        const to = folders.get(folder)
        return to !== undefined && (folder !== '' || OF_FIRST.test(file)) ? to + file.slice(folder.length) : undefined
      },
      page: (page) => ({ ...page, folder: moved(page.folder), words: renumbered(page.words, numbers) }),
    }
  }

  /** Undefined if there are none. */
  finish(): { index: KnownIndex; heads: { name: string; bytes: Uint8Array } } | undefined {
    if (this.#entries.length === 0) return undefined
    const heads = headsFile(this.#heads)
    const index = { entries: this.#entries, heads: [heads.name], words: [...this.#words.keys()], titles: { mark: '', lists: [] } }
    return { index, heads }
  }

  #numberOf(word: string): number {
    const number = this.#words.get(word) ?? this.#words.size
    this.#words.set(word, number)
    return number
  }
}

function renumbered(words: string, numbers: readonly number[]): string {
  const found: number[] = []
  unpackNumbers(words, (number) => found.push(numbers[number] ?? 0))
  return packNumbers(Uint32Array.from(found).sort())
}
