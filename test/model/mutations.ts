import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../src/model/lenient.ts'
import { SAMPLE } from '../sample/read.ts'

/** A path to a value in an answer: keys, and indexes in lists. */
export type Path = readonly (string | number)[]

const REPLACEMENTS: readonly unknown[] = [null, 7, 'odd text', [], {}, true]

export interface Mutation {
  path: Path
  /** The path as reported by drift, below the record's kind: `.steps[].lines[].level`. */
  generic: string
  was: unknown
  value: unknown
  original: unknown
  /** The changed answer; it shares nothing with the original. */
  answer: unknown
}

/** Each field of some answers, at the first occurrence of its generic path, with each replacement. `areKeysData`: in trees of titles. */
export function* mutationsOf(answers: readonly unknown[], areKeysData: (generic: string) => boolean = () => false): Generator<Mutation> {
  const seen = new Set<string>()
  for (const original of answers) {
    for (const { path, generic, was } of fieldsIn(original, areKeysData)) {
      if (seen.has(generic)) continue
      seen.add(generic)
      for (const value of REPLACEMENTS) yield { path, generic, was, value, original, answer: replaced(original, path, value) }
    }
  }
}

type Field = Pick<Mutation, 'path' | 'generic' | 'was'>

function fieldsIn(value: unknown, areKeysData: (generic: string) => boolean, path: Path = [], generic = ''): Field[] {
  if (typeof value !== 'object' || !value) return []
  return Object.entries(value).flatMap(([key, was]: [string, unknown]) => {
    const isItem = Array.isArray(value)
    const to: Path = [...path, isItem ? Number(key) : key]
    const name = `${generic}${isItem || areKeysData(generic) ? '[]' : `.${key}`}`
    return [{ path: to, generic: name, was }, ...fieldsIn(was, areKeysData, to, name)]
  })
}

function replaced(answer: unknown, path: Path, value: unknown): unknown {
  const copy: unknown = structuredClone(answer)
  let at = copy as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as typeof at
  at[path.at(-1) ?? ''] = value
  return copy
}

/**
 * Paths of the differences between two values, except along the given path: in a list there, one item may be missing or different.
 * Differences at that path or its parents do not count.
 */
export function differencesBeside(a: unknown, b: unknown, [key, ...rest]: Path, at = ''): string[] {
  if (key === undefined || JSON.stringify(a) === JSON.stringify(b)) return []
  if (Array.isArray(a) && Array.isArray(b)) {
    const others = (items: unknown[]) => JSON.stringify(items.toSpliced(Number(key), 1))
    if (b.length < a.length) return others(a) === JSON.stringify(b) ? [] : [`${at}[]`]
    return others(a) === others(b) ? differencesBeside(a[Number(key)], b[Number(key)], rest, `${at}[]`) : [`${at}[]`]
  }
  if (!isObject(a) || !isObject(b)) return []
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].flatMap((name) => {
    if (name === key) return differencesBeside(a[name], b[name], rest, `${at}.${name}`)
    return JSON.stringify(a[name]) === JSON.stringify(b[name]) ? [] : [`${at}.${name}`]
  })
}

/** True for a replacement that the services also send for a value of that type or its absence. */
export function isUnderstood(was: unknown, value: unknown): boolean {
  if (value === null || was === null || was === false) return true
  if (typeof was === typeof value && Array.isArray(was) === Array.isArray(value)) return true
  if (typeof was === 'string') return typeof value === 'number'
  if (Array.isArray(was)) return isObject(value)
  return isObject(was) && Array.isArray(value)
}

/** The sample's answers of a kind, the shortest first. */
export function sampleRecords(kind: string): unknown[] {
  const folder = join(SAMPLE, 'records', kind)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => /^[^.]+\.json$/.test(entry.name) && entry.isFile(),
  )
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  return texts.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).map((text): unknown => JSON.parse(text))
}

export const sampleSingle = (kind: string): unknown => JSON.parse(readFileSync(join(SAMPLE, 'records', `${kind}.json`), 'utf8'))

export function sampleList(name: string): unknown[] {
  const lines = readFileSync(join(SAMPLE, 'lists', `${name}.ndjson`), 'utf8')
    .trim()
    .split('\n')
  return lines.filter(Boolean).map((line): unknown => JSON.parse(line))
}
