import { finishedManifest } from '../changed.ts'
import type { Manifest, RecordKey } from '../layout.ts'
import type { ListName } from '../../model/resources.ts'
import { countMediaToBe } from './media-count.ts'

/** Counts what a crawl leaves in the cache, for its manifest: whatever is fewer later has been lost (see lost-content.ts). */
export class StoredCounts {
  readonly #records = new Map<string, number>()
  /** Lists that this crawl has stored. */
  readonly #lists = new Map<ListName, number>()

  /** The line of a record in the file that names all of them. */
  recordLine({ kind, id, lang }: RecordKey): string {
    this.#records.set(kind, (this.#records.get(kind) ?? 0) + 1)
    return JSON.stringify({ kind, id, lang })
  }

  /** The lines of a list, which counts once it is whole. */
  async *listLines(name: ListName, items: AsyncIterable<unknown>): AsyncGenerator<string> {
    let length = 0
    for await (const item of items) {
      yield `${JSON.stringify(item)}\n`
      length++
    }
    this.#lists.set(name, length)
  }

  /** The crawl takes a list back. */
  forgetList(name: ListName): void {
    this.#lists.delete(name)
  }

  /** In the cache of a crawl that is about to finish. A kept list of an earlier crawl has as many items as that one stored, whatever has become of its file. */
  async ended(lists: Iterable<ListName>, folder: string): Promise<NonNullable<Manifest['stored']>> {
    const before = finishedManifest(folder)
    const lengths = Array.from(lists).flatMap((name) => {
      const length = this.#lists.get(name) ?? before?.stored?.lists[name]
      return length === undefined ? [] : [[name, length] as const]
    })
    return { records: sorted(this.#records), lists: sorted(lengths), media: await countMediaToBe(folder) }
  }
}

/** The same for the same cache, in whatever order a crawl came upon things. */
const sorted = (counts: Iterable<readonly [string, number]>): Record<string, number> =>
  Object.fromEntries(Array.from(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
