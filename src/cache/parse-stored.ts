import { ContentError } from '../errors.ts'
import { type RecordKey, recordPath } from './layout.ts'

/** Parses stored text. Throws a {@link ContentError} that names the file if it is not JSON. */
export function parseStored(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ContentError(`${path} in the cache is damaged. Crawl again to replace it; the other files are unharmed.`, {
      cause,
      code: 'ERR_RECORD_UNREADABLE',
      path,
    })
  }
}

/** The error for a stored answer that is JSON of the wrong shape: names the file, the field and the problem. */
export const unreadableRecord = (key: RecordKey, { field, problem }: { field: string; problem: string }): ContentError =>
  new ContentError(`The cached record ${recordPath(key)} cannot be read: ${field}: ${problem}. Crawl again to replace it.`, {
    code: 'ERR_RECORD_UNREADABLE',
    path: recordPath(key),
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
