import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listPath, type RecordKey, recordPath, RECORDS_PATH } from '../../src/cache/layout.ts'
import type { ListName, RecordKind } from '../../src/model/resources.ts'

export const SAMPLE = fileURLToPath(new URL('../../sample/', import.meta.url))

/** A record or list item as received, and a name for it. */
export interface Stored {
  name: string
  value: unknown
}

const lines = (path: string): unknown[] =>
  readFileSync(SAMPLE + path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown)

export const KEYS = lines(RECORDS_PATH) as RecordKey[]

/** Records of a kind: those in the source language, or the translations. */
export function records(kind: RecordKind, which: 'source' | 'translation' = 'source'): Stored[] {
  return KEYS.filter((key) => key.kind === kind && (key.lang === undefined) === (which === 'source')).map((key) => ({
    name: [key.kind, key.id, key.lang].filter(Boolean).join(' '),
    value: JSON.parse(readFileSync(SAMPLE + recordPath(key), 'utf8')) as unknown,
  }))
}

export function list(name: ListName): Stored[] {
  return lines(listPath(name)).map((value, at) => ({ name: `${name}, line ${at + 1}`, value }))
}

/** All values at a dotted path; `*` matches every item or key: `steps.*.media.type`. */
export function at(value: unknown, path: string): unknown[] {
  const [first = '', ...rest] = path.split('.')
  if (typeof value !== 'object' || value === null) return []
  const found = first === '*' ? Object.values(value) : first in value ? [(value as Record<string, unknown>)[first]] : []
  return rest.length === 0 ? found : found.flatMap((one) => at(one, rest.join('.')))
}

/** The one value at a path. */
export const one = (value: unknown, path: string): unknown => at(value, path)[0]

/** Every text inside a value, without keys. */
export function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}
