import { join } from 'node:path'
import { bytesNow, sizeNow } from '../../disk/read.ts'
import { FORMAT, formerRecordPath, type Manifest, type RecordKey, recordPath } from '../layout.ts'
import { LARGE_CHARACTERS } from '../large-records.ts'
import { refusedRecord } from '../parse-stored.ts'

/** The files of a cache's records, without knowledge of their content. */
export class StoredRecords {
  readonly #folder: string
  readonly #hasFormerNames: boolean

  constructor(folder: string, { format }: Pick<Manifest, 'format'>) {
    this.#folder = folder
    this.#hasFormerNames = format < FORMAT
  }

  /** The stored answer, unmodified; undefined if there is none. Throws a `ContentError` if the system refuses to read it. */
  bytes(key: RecordKey): Buffer | undefined {
    try {
      for (const path of this.#paths(key)) {
        const bytes = bytesNow(path)
        if (bytes) return bytes
      }
    } catch (error) {
      throw refusedRecord(key, error)
    }
    return undefined
  }

  /** True for a stored answer that may be long enough to need the large-record check. */
  isLarge(key: RecordKey): boolean {
    return this.#paths(key).some((path) => (sizeNow(path) ?? 0) >= LARGE_CHARACTERS)
  }

  #paths(key: RecordKey): string[] {
    const former = this.#hasFormerNames ? formerRecordPath(key) : undefined
    return [recordPath(key), ...(former ? [former] : [])].map((path) => join(this.#folder, path))
  }
}
