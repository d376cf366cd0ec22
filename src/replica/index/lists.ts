import type { ListFile } from '../../cache/list-file.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { ListColumns } from './list-columns.ts'
import { ListIndex } from './list-index.ts'
import { once } from '../once.ts'
import type { ListName } from '../../model/resources.ts'

/** The lists of a cache: each is read once, at the first query; its file then stays open, and only numbers are kept in memory. */
export class Lists {
  readonly #cache: CacheReader
  readonly #privateKeys: () => Promise<ReadonlySet<string>>
  readonly #open = new Set<ListFile>()
  /** Undefined if the list was not crawled. */
  readonly index: (name: ListName) => Promise<ListIndex | undefined>

  /** `privateKeys` returns the names (private-keys.ts) of what is private, whatever the list says about it. */
  constructor(cache: CacheReader, privateKeys: () => Promise<ReadonlySet<string>>) {
    this.#cache = cache
    this.#privateKeys = privateKeys
    this.index = once((name) => this.#read(name))
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#open, (file) => file.close()))
  }

  async #read(name: ListName): Promise<ListIndex | undefined> {
    const file = await this.#cache.openList(name)
    if (!file) return undefined
    this.#open.add(file)
    const columns = new ListColumns(await this.#privateKeys())
    for await (const { item, ...place } of file.items()) columns.add(name, item, place)
    return new ListIndex(name, file, columns)
  }
}
