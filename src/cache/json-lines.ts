import { type Line, readLines } from '../disk/lines.ts'
import { isExtra } from '../model/extras.ts'
import { RECORD_KINDS, type RecordKind } from '../model/resources.ts'
import { type RecordKey, RECORDS_PATH } from './layout.ts'
import { parseWhole } from './parse-stored.ts'

/** Called for a line that is not JSON, with its file in the cache and its number from 1. */
export type OnDamagedLine = (path: string, line: number) => void

/** The lines of a cache file that are valid JSON, parsed. `path` is the file's name for `onDamaged`. */
export async function* readJsonLines(
  file: string | AsyncGenerator<Line>,
  path: string,
  onDamaged?: OnDamagedLine,
): AsyncGenerator<Line & { item: unknown }> {
  let number = 0
  for await (const line of typeof file === 'string' ? readLines(file) : file) {
    number++
    const item = parseWhole(line.text)
    if (item === undefined) onDamaged?.(path, number)
    else yield { ...line, item }
  }
}

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
