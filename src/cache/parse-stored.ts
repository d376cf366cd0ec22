import { ContentError, isRefused } from '../errors.ts'
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

/** Translates the system's refusal to read a stored answer: only that record is lost. Other errors are passed through. */
export function refusedRecord(key: RecordKey, error: unknown): unknown {
  if (!isRefused(error)) return error
  const path = recordPath(key)
  const why = error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : error.message
  return new ContentError(
    `${path} in the cache cannot be read: the system says ${why}. See to its permissions and the disk; a crawl replaces it.`,
    { cause: error, code: 'ERR_RECORD_UNREADABLE', path },
  )
}

/** Undefined for what is damaged or truncated on disk: treated as missing. */
export function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
