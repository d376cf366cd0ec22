import { z } from 'zod'
import { isObject, isReadable, lenient, ODD, required } from './lenient.ts'
import { isLanguageTag, languageTag } from './language.ts'
import { isVisible } from './title.ts'

// The services are written in PHP: an empty object can arrive as [], an empty list or text as false or null (api-facts, Guide). A field
// whose value cannot be read at all counts as absent; only what `id`, `title` and `wholeList` read can cost more than itself.

const isNothing = (value: unknown): boolean => value === false || value == null || value === ''
const isNoObject = (value: unknown): boolean => isNothing(value) || (Array.isArray(value) && value.length === 0)

function asText(value: unknown): unknown {
  if (typeof value === 'string') return !isVisible(value) ? '' : value.isWellFormed() ? value : value.toWellFormed()
  if (typeof value === 'number') return String(value)
  return isNothing(value) ? '' : ODD
}

/** Text; `false`, `null`, absence and whitespace alone are ''. */
export const text = lenient(asText, '', z.string(), (value) =>
  typeof value === 'string' && !value.isWellFormed() ? 'half a character' : undefined,
)

/** An unvalidated name or number as text; '' for anything else. An object could contain its own `toString`, which is data. */
export const nameText = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** Text in place of an object: a title, a name. */
export const bareText = z.string().transform((value) => value.toWellFormed())

/** A language id in the service's form (`jp`); '' for what cannot be one. */
export const langid = lenient(
  (value) => {
    const id = asText(value)
    return typeof id === 'string' && id && !isLanguageTag(languageTag(id)) ? ODD : id
  },
  '',
  z.string(),
  (value) => (typeof value === 'string' && value && !isLanguageTag(languageTag(value)) ? 'no language' : undefined),
)

function asNumber(value: unknown): unknown {
  if (isNothing(value)) return 0
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : ODD
}

const isBeyond = (value: unknown, limit: number): boolean => typeof value === 'number' && Math.abs(value) > limit

function asInt(value: unknown): number | typeof ODD {
  const number = asNumber(value)
  return typeof number !== 'number' || isBeyond(number, Number.MAX_SAFE_INTEGER) ? ODD : Math.trunc(number)
}

/** An integer, also if written as text; `false`, `null`, '' and absence are 0. */
export const int = lenient(asInt, 0, z.number())

/** An integer, or null if unreadable: 0 would be meaningful. */
export const intOrNull = lenient((value) => (isNothing(value) ? null : asInt(value)), null, z.number().nullable())

/** The last second of the year 9999: later values are not dates, and break formatters. */
const MAX_SECONDS = 253_402_300_799

/** A UNIX timestamp in seconds, fractions allowed; `false`, `null`, '' and absence are 0. */
export const timestamp = lenient(
  (value) => {
    const seconds = asNumber(value)
    return isBeyond(seconds, MAX_SECONDS) ? ODD : seconds
  },
  0,
  z.number(),
  (value) => (isBeyond(asNumber(value), MAX_SECONDS) ? 'no date' : undefined),
)

const YES: readonly unknown[] = [true, 1, '1', 'true']
const NO: readonly unknown[] = [false, 0, '0', 'false', '', null, undefined]

/** A flag; 0, 1, '', `null` and absence are understood. */
export const bool = lenient((value) => (YES.includes(value) ? true : NO.includes(value) ? false : ODD), false, z.boolean())

/** The identifier of a record: a positive or negative integer, never absent. */
export const id = required(
  z.preprocess((value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value), z.int()),
  (value) => Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value)),
)

/** The title that identifies a record, never absent. */
export const title = required(
  z.preprocess(
    (value) => (typeof value === 'string' ? value.toWellFormed() : typeof value === 'number' ? String(value) : value),
    z.string().min(1),
  ),
  (value) => typeof value === 'number' || (typeof value === 'string' && value !== ''),
)

/** PHP arrays with holes arrive as objects. */
function asItems(value: unknown): unknown[] | typeof ODD {
  if (isNothing(value)) return []
  if (isObject(value)) return Object.values(value)
  return Array.isArray(value) ? value : ODD
}

/** The readable items of a list; what is no list becomes `otherwise`. */
const readableIn = (item: z.ZodType, value: unknown, otherwise: unknown): unknown => {
  const items = asItems(value)
  return items === ODD ? otherwise : items.filter((one) => one != null && isReadable(item, one))
}

const DROPPED = Symbol('dropped')

function itemsOf<T extends z.ZodType>(item: T) {
  const tolerant = item.catch(() => DROPPED as never)
  return z.array(tolerant).transform((items): z.output<T>[] => items.filter((one: unknown) => one !== DROPPED))
}

/** A list; `false`, `null`, '' and {} are []; an object with keys counts as its values. Unreadable items are dropped. */
export const list = <T extends z.ZodType>(item: T) => lenient((value) => readableIn(item, value, ODD), [], itemsOf(item))

/** The non-empty texts of a list. */
export const texts = list(text).transform((all) => all.filter(Boolean))

/** A list without which the record is unreadable: anything but a list, or PHP's forms of one, rejects the record. */
export const wholeList = <T extends z.ZodType>(item: T) =>
  required(
    z.preprocess((value) => readableIn(item, value, value), itemsOf(item)),
    (value) => asItems(value) !== ODD,
  )

/** An object or nothing; `false`, `null`, '' and [] are null, and so is what `object` cannot read. */
export const maybe = <T extends z.ZodType>(object: T) =>
  lenient(
    (value) => (isNoObject(value) ? null : isReadable(object, value) ? value : ODD),
    null,
    object.nullable().catch(() => null),
  )

/** The same, but undefined if it is absent or unreadable. */
export const ifThere = <T extends z.ZodType>(field: T) =>
  lenient((value) => (value !== undefined && !isReadable(field, value) ? ODD : value), undefined, field.optional())

/** An object with any keys; `false`, `null`, '' and [] are {}. */
export const dictionary = <T extends z.ZodType>(value: T) => lenient(asEntries, new Map(), recordOf(value))

/** A dictionary without which the record is unreadable. */
export const wholeDictionary = <T extends z.ZodType>(value: T) =>
  required(
    z.preprocess((got) => (asEntries(got) === ODD ? got : asEntries(got)), recordOf(value)),
    (got) => asEntries(got) !== ODD,
  )

/** Without a prototype, so that `constructor` is an ordinary key. */
function recordOf<T extends z.ZodType>(value: T) {
  return z.map(z.string(), value).transform((entries): Record<string, z.output<T>> => {
    const record = Object.create(null) as Record<string, z.output<T>>
    for (const [key, one] of entries) record[key.toWellFormed()] = one
    return record
  })
}

function asEntries(value: unknown): unknown {
  if (isNoObject(value)) return new Map()
  return isObject(value) ? new Map(Object.entries(value)) : ODD
}
