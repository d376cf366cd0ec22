import { headsFile, headsIn, type MadeHead } from '../pagefind/canonical-index.ts'
import type { IndexedPage } from './indexed-page.ts'
import type { KnownEntry, KnownIndex } from './index-maker.ts'
import { packNumbers, unpackNumbers } from './page-words.ts'

/** The first index of a site lies beside the folders of the others. */
const OF_FIRST = /^(?:fragment|index|filter)\//
const PROGRAM = /^(?:pagefind\.js|wasm\.[^/]+)$/

/** Where the files and pages of an index belong once it lies among others. */
export interface Move {
  /** Of a file below `pagefind/`; undefined for one that all indexes have together, which is made anew. */
  file: (file: string) => string | undefined
  page: (page: IndexedPage) => IndexedPage
}

/** Indexes that were made apart, as one in which nothing has been made yet that they have together. Each keeps its bytes, in a folder of another name. */
export class JoinedIndex {
  readonly #entries: KnownEntry[] = []
  readonly #heads = new Map<string, MadeHead>()
  readonly #words = new Map<string, number>()

  /** `prefix` is what the names of its folders begin with; `heads` are the files of its heads. */
  add({ entries, words }: Pick<KnownIndex, 'entries' | 'words'>, prefix: string, heads: readonly Uint8Array[]): Move {
    const folders = new Map(entries.map(({ folder }) => [folder, prefix + (folder || 'first/')]))
    const moved = (folder: string): string => folders.get(folder) ?? folder
    // A part that was added later is one among the others here: it is told which place each of its pages has.
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

  /** Undefined where there is none. */
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
