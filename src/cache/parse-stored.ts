import { ContentError } from '../errors.ts'
import { type RecordKey, recordPath } from './layout.ts'

/** Parses what a cache holds. Throws a {@link ContentError} that names the file when it is no JSON. */
export function parseStored(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ContentError(`${path} in the cache is damaged. Crawl again to replace it; the other files are unharmed.`, { cause })
  }
}

/** For a stored answer that is JSON, but not in its shape: names its file and what is wrong with which field. */
export const unreadableRecord = (key: RecordKey, { field, problem }: { field: string; problem: string }): ContentError =>
  new ContentError(`The cached record ${recordPath(key)} cannot be read: ${field}: ${problem}. Crawl again to replace it.`, {
    record: `${key.kind} ${key.id}`,
    field,
  })

/** Undefined for what is damaged on disk, or a part: as if it were not there. */
export function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
