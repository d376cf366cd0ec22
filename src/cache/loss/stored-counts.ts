import { finishedManifest } from '../changed.ts'
import type { Manifest, RecordKey } from '../layout.ts'
import type { ListName } from '../../model/resources.ts'
import { countMediaToBe } from './media-count.ts'

/** Counts what a crawl stores in the cache, for its manifest: if there is less later, it was lost (see lost-content.ts). */
export class StoredCounts {
  readonly #records = new Map<string, number>()
  /** Lists that this crawl has stored. */
  readonly #lists = new Map<ListName, number>()

  /** The record's line in the file that lists all records. */
  recordLine({ kind, id, lang }: RecordKey): string {
    this.#records.set(kind, (this.#records.get(kind) ?? 0) + 1)
    return JSON.stringify({ kind, id, lang })
  }

  /** The lines of a list, which counts once it is complete. */
  async *listLines(name: ListName, items: AsyncIterable<unknown>): AsyncGenerator<string> {
    let length = 0
    for await (const item of items) {
      yield `${JSON.stringify(item)}\n`
      length++
    }
    this.#lists.set(name, length)
  }

  /** The crawl discards a list. */
  forgetList(name: ListName): void {
    this.#lists.delete(name)
  }

  /** The counts of a finishing crawl. A list kept from an earlier crawl counts as that one stored it, whatever its file's state. */
  async ended(lists: Iterable<ListName>, folder: string): Promise<NonNullable<Manifest['stored']>> {
    const before = finishedManifest(folder)
    const lengths = Array.from(lists).flatMap((name) => {
      const length = this.#lists.get(name) ?? before?.stored?.lists[name]
      return length === undefined ? [] : [[name, length] as const]
    })
    return { records: sorted(this.#records), lists: sorted(lengths), media: await countMediaToBe(folder) }
  }
}

/** Deterministic, regardless of the order of discovery. */
const sorted = (counts: Iterable<readonly [string, number]>): Record<string, number> =>
  Object.fromEntries(Array.from(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
