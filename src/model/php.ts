import { z } from 'zod'

// The services are written in PHP: an empty object can arrive as [], an empty list or text as false or null (api-facts, Guide).

/** Text; `false`, `null` and absence are ''. */
export const text = z.preprocess(
  (value) => (value === false || value == null ? '' : typeof value === 'number' ? String(value) : value),
  z.string(),
)

/** A whole number, also when written as text; `false`, `null`, '' and absence are 0. */
export const int = z.preprocess(
  (value) =>
    value === false || value == null || value === '' ? 0 : typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value,
  z.number().transform(Math.trunc),
)

/** A UNIX timestamp in seconds, fractions allowed; `false`, `null`, '' and absence are 0. */
export const timestamp = z.preprocess(
  (value) =>
    value === false || value == null || value === ''
      ? 0
      : typeof value === 'string' && !Number.isNaN(Number(value))
        ? Number(value)
        : value,
  z.number(),
)

/** A flag; 0, 1, '', `null` and absence are understood. */
export const bool = z.preprocess((value) => (value === true || value === 1 || value === '1' ? true : value === 'true'), z.boolean())

/** The identifier of a record: a positive or negative whole number, never absent. */
export const id = z.preprocess((value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value), z.int())

/** A list; `false`, `null`, '' and {} are []; an object with keys counts as its values (PHP arrays with holes). */
export function list<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => {
    if (value === false || value == null || value === '') return []
    return typeof value === 'object' && !Array.isArray(value) ? Object.values(value) : value
  }, z.array(item))
}

/** An object or nothing; `false`, `null`, '' and [] are null. */
export function maybe<T extends z.ZodType>(object: T) {
  return z.preprocess(
    (value) => (value === false || value == null || value === '' || (Array.isArray(value) && value.length === 0) ? null : value),
    object.nullable(),
  )
}

/** An object with any keys; `false`, `null` and [] are {}. */
export function dictionary<T extends z.ZodType>(value: T) {
  return z.preprocess(
    (got) => (got === false || got == null || (Array.isArray(got) && got.length === 0) ? {} : got),
    z.record(z.string(), value),
  )
}
