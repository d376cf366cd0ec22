import { ListFile } from '../cache/list-file.ts'
import type { ListName } from '../cache/layout.ts'
import type { CacheReader } from '../cache/reader.ts'
import { ContentError } from '../errors.ts'
import { ListColumns } from './list-columns.ts'
import { ListIndex } from './list-index.ts'
import { once } from './once.ts'

/** The lists of a cache: each is read once, at the first question; its file then stays open, and of its items only numbers are kept. */
export class Lists {
  readonly #cache: CacheReader
  readonly #secrets: () => Promise<ReadonlySet<string>>
  readonly #open = new Set<ListFile>()
  /** Undefined when the list was not crawled. */
  readonly index: (name: ListName) => Promise<ListIndex | undefined>

  /** `secrets` gives the names (private-names.ts) of what is private, whatever the list says of it. */
  constructor(cache: CacheReader, secrets: () => Promise<ReadonlySet<string>>) {
    this.#cache = cache
    this.#secrets = secrets
    this.index = once((name) => this.#read(name))
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#open, (file) => file.close()))
  }

  async #read(name: ListName): Promise<ListIndex | undefined> {
    const file = await ListFile.open(this.#cache.folder, name)
    if (!file) return undefined
    this.#open.add(file)
    const columns = new ListColumns(await this.#secrets())
    for await (const line of file.lines()) columns.add(name, parsed(line.text, name), line)
    return new ListIndex(name, file, columns)
  }
}

function parsed(text: string, name: ListName): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ContentError(`The list "${name}" in the cache is damaged. Crawl again to replace it; the other files are unharmed.`, {
      cause,
    })
  }
}
