import type { RecordKey } from '../cache/layout.ts'
import type { CacheReader } from '../cache/reader.ts'
import { canonicalTitle } from '../model/title.ts'

/** What the service refused to the crawl, by its notes: records by kind and id, files by the hash of their address. */
export class Refused {
  readonly #names: ReadonlySet<string>

  private constructor(names: ReadonlySet<string>) {
    this.#names = names
  }

  static async of(cache: CacheReader): Promise<Refused> {
    const names = new Set<string>()
    for await (const { name, missing } of cache.checked()) if (missing === 'private') names.add(canonicalTitle(name))
    return new Refused(names)
  }

  has({ kind, id }: RecordKey | { kind: 'media'; id: string }): boolean {
    return this.#names.has(canonicalTitle(`${kind} ${id}`))
  }

  /** Ids of the records of a kind. */
  ids(kind: RecordKey['kind']): string[] {
    return [...this.#names].filter((name) => name.startsWith(`${kind} `)).map((name) => name.slice(kind.length + 1))
  }
}
