import { hash } from 'node:crypto'
import { recordPath, type RecordKey } from './layout.ts'
import { parseStored } from './parse-stored.ts'
import { CacheReader } from './reader.ts'
import { HASH_LENGTH, HashSet } from '../disk/hash-set.ts'

/**
 * A cache whose records can be passed on unparsed: reading one that is not JSON throws a `ContentError`. Each is parsed once, since parsing
 * takes longer than the rest of an answer.
 */
export class WholeRecords extends CacheReader {
  /** By path. */
  readonly #whole = new HashSet()

  override async recordText(key: RecordKey): Promise<string | undefined> {
    return this.#checked(key, await super.recordText(key))
  }

  override recordBytes(key: RecordKey): Buffer | undefined {
    return this.#checked(key, super.recordBytes(key))
  }

  #checked<T extends string | Buffer>(key: RecordKey, answer: T | undefined): T | undefined {
    if (answer === undefined) return undefined
    const path = recordPath(key)
    const name = hash('sha256', path).slice(0, HASH_LENGTH)
    if (this.#whole.has(name)) return answer
    parseStored(answer.toString('utf8'), path)
    this.#whole.add(name)
    return answer
  }
}
