import { at, type Stored } from '../read.ts'

/** By a sentence about real services: a function that returns the name of a record that shows it, or undefined. */
export type Facts = Record<string, () => string | undefined>

/** The first that passes. */
export const first = (stored: Stored[], passes: (value: unknown) => boolean): string | undefined =>
  stored.find(({ value }) => passes(value))?.name

/** The first with a value at the path that passes. */
export const where = (stored: Stored[], path: string, passes: (value: unknown) => boolean): string | undefined =>
  first(stored, (value) => at(value, path).some(passes))

/** The first whose value at the path is exactly this. */
export const holds = (stored: Stored[], path: string, wanted: unknown): string | undefined =>
  where(stored, path, (value) => value === wanted)

/** Each wanted value occurs at the path in some record: their names, or undefined if one is missing. */
export function holdsAll(stored: Stored[], path: string, wanted: readonly unknown[]): string | undefined {
  const names = wanted.map((value) => holds(stored, path, value))
  return names.includes(undefined) ? undefined : [...new Set(names)].join(', ')
}

export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
export const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.length > 0
export const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
export const hasKeys = (value: unknown, keys: string): boolean =>
  isObject(value) && keys.split(' ').every((key) => Object.hasOwn(value as object, key))
export const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value)
