import { indexFolderOf, isProgram } from '../index-list.ts'
import { headsFile, headsIn } from '../pagefind/canonical-index.ts'
import type { IndexHead } from '../pagefind/index-head.ts'
import type { IndexedPage } from './indexed-page.ts'
import type { KnownEntry, KnownIndex } from './index-maker.ts'
import { PageWords, packNumbers, unpackNumbers } from './page-words.ts'

/** The new places of an index's files and pages once it is joined with others. */
export interface Move {
  /** For a file below `pagefind/`; undefined for one that all indexes share, which is made again. */
  file: (file: string) => string | undefined
  page: (page: IndexedPage) => IndexedPage
}

/** Joins indexes that were made separately, before their shared files are made. Each keeps its bytes, in a renamed folder. */
export class JoinedIndex {
  readonly #entries: KnownEntry[] = []
  readonly #heads = new Map<string, IndexHead>()
  readonly #words = new PageWords()

  /** `prefix` is the prefix of its folder names; `heads` are its files of heads. */
  add({ entries, words }: Pick<KnownIndex, 'entries' | 'words'>, prefix: string, heads: readonly Uint8Array[]): Move {
    const folders = new Map(entries.map(({ folder }) => [folder, prefix + (folder || 'first/')]))
    const moved = (folder: string): string => folders.get(folder) ?? folder
    // A recent index is treated like any other here: the place of each of its pages is recorded.
    this.#entries.push(...entries.map((entry) => ({ ...entry, folder: moved(entry.folder), isRecent: false })))
    for (const [folder, head] of heads.flatMap((bytes) => [...headsIn(bytes)])) this.#heads.set(moved(folder), head)
    const numbers = words.map((word) => this.#words.numberOf(word))
    return {
      file(file) {
        if (isProgram(file)) return file
        const folder = indexFolderOf(file)
        const to = folder === undefined ? undefined : folders.get(folder)
        return to === undefined ? undefined : to + file.slice(folder?.length)
      },
      page: (page) => ({ ...page, folder: moved(page.folder), words: renumbered(page.words, numbers) }),
    }
  }

  /** Undefined if there are none. */
  finish(): { index: KnownIndex; heads: { name: string; bytes: Uint8Array } } | undefined {
    if (this.#entries.length === 0) return undefined
    const heads = headsFile(this.#heads)
    const index = { entries: this.#entries, heads: [heads.name], words: this.#words.all, titles: { mark: '', lists: [] } }
    return { index, heads }
  }
}

function renumbered(words: string, numbers: readonly number[]): string {
  const found: number[] = []
  unpackNumbers(words, (number) => found.push(numbers[number] ?? 0))
  return packNumbers(Uint32Array.from(found).sort())
}
