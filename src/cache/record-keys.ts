import { isExtra } from '../model/extras.ts'
import { type RecordKey, RECORDS_PATH } from './layout.ts'
import { readLines } from '../disk/lines.ts'
import { parseStored } from './parse-stored.ts'
import { RECORD_KINDS, type RecordKind } from '../model/resources.ts'

/**
 * The keys of the stored records that a file lists, one a line. Whoever made the cache wrote them, and a file's path is made of each: what
 * is no key is left out. Throws a `ContentError` for a line that is damaged.
 */
export async function* readKeys(file: string): AsyncGenerator<RecordKey> {
  for await (const { text } of readLines(file)) {
    const key = parseStored(text, RECORDS_PATH)
    if (isKey(key)) yield key
  }
}

function isKey(value: unknown): value is RecordKey {
  if (typeof value !== 'object' || value === null) return false
  const { kind, id, lang } = value as Partial<Record<keyof RecordKey, unknown>>
  return isKind(kind) && typeof id === 'string' && (lang === undefined || typeof lang === 'string')
}

const isKind = (kind: unknown): kind is RecordKind =>
  typeof kind === 'string' && ((RECORD_KINDS as readonly string[]).includes(kind) || isExtra(kind))
