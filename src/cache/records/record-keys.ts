import { isExtra } from '../../model/extras.ts'
import { type RecordKey, RECORDS_PATH } from '../layout.ts'
import { type OnDamagedLine, readJsonLines } from '../json-lines.ts'
import { RECORD_KINDS, type RecordKind } from '../../model/resources.ts'

/** The record keys in a file, one per line. They are untrusted and become paths: invalid and damaged lines are left out. */
export async function* readKeys(file: string, onDamaged?: OnDamagedLine): AsyncGenerator<RecordKey> {
  for await (const { item } of readJsonLines(file, RECORDS_PATH, onDamaged)) if (isKey(item)) yield item
}

function isKey(value: unknown): value is RecordKey {
  if (typeof value !== 'object' || value === null) return false
  const { kind, id, lang } = value as Partial<Record<keyof RecordKey, unknown>>
  return isKind(kind) && typeof id === 'string' && (lang === undefined || typeof lang === 'string')
}

export const isKind = (kind: unknown): kind is RecordKind =>
  typeof kind === 'string' && ((RECORD_KINDS as readonly string[]).includes(kind) || isExtra(kind))
