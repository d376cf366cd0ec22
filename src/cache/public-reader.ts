import type { RecordKey } from './layout.ts'
import { privacyName, privacyNameOfItem } from './private-keys.ts'
import type { ListPosition } from './list-file.ts'
import { CacheReader } from './reader.ts'
import type { ListName, RecordKind } from '../model/resources.ts'

/** A cache without its private records: lists omit them, and reading them finds nothing. */
export class PublicReader extends CacheReader {
  readonly #private: ReadonlySet<string>

  /** `names` are those of private-keys.ts. */
  constructor(cache: CacheReader, names: ReadonlySet<string>) {
    super(cache)
    this.#private = names
  }

  override async recordText(key: RecordKey): Promise<string | undefined> {
    return this.#isPublic(privacyName(key)) ? super.recordText(key) : undefined
  }

  override recordBytes(key: RecordKey): Buffer | undefined {
    return this.#isPublic(privacyName(key)) ? super.recordBytes(key) : undefined
  }

  override async *keys(kind?: RecordKind): AsyncGenerator<RecordKey> {
    for await (const key of super.keys(kind)) if (this.#isPublic(privacyName(key))) yield key
  }

  override async *listPositions(name: ListName): AsyncGenerator<ListPosition & { item: unknown }> {
    for await (const place of super.listPositions(name)) if (this.#isPublic(privacyNameOfItem(name, place.item))) yield place
  }

  /** The raw file contains private items too. */
  override openList(): Promise<never> {
    return Promise.reject(new TypeError('A list without its private items is read item by item.'))
  }

  #isPublic(name: string | undefined): boolean {
    return name === undefined || !this.#private.has(name)
  }
}
