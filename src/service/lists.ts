import type { ListName } from '../cache/layout.ts'
import type { CacheReader } from '../cache/reader.ts'
import { type Entry, toEntry } from './entry.ts'
import { once } from './once.ts'

/** The lists of a cache: each is read once, at the first question, and only {@link Entry entries} are kept. */
export class Lists {
  readonly #cache: CacheReader
  /** A list's entries in the service's order; undefined when the list was not crawled. */
  readonly entries: (name: ListName) => Promise<readonly Entry[] | undefined>

  constructor(cache: CacheReader) {
    this.#cache = cache
    this.entries = once((name) => this.#index(name))
  }

  /** The items themselves. */
  items(name: ListName, entries: readonly Entry[]): Promise<unknown[]> {
    return this.#cache.listItems(name, entries)
  }

  async #index(name: ListName): Promise<Entry[] | undefined> {
    if (!(await this.#cache.hasList(name))) return undefined
    const entries: Entry[] = []
    for await (const { item, ...position } of this.#cache.listPositions(name)) entries.push(toEntry(name, item, entries.length, position))
    return entries
  }
}
