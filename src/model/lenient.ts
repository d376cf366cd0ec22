import { z } from 'zod'

/** Returned instead of a value that cannot be read. */
export const ODD = Symbol('odd')

/** Says what is odd about a value (`number`, `no date`); undefined for a valid one. Does not inspect nested values. */
export type Oddity = (value: unknown) => string | undefined

/** By schema: what is reported about a value, and what makes it unreadable. A text with an unpaired surrogate is odd, but readable. */
const ODDITIES = new WeakMap<z.core.$ZodType, Oddity>()
const FLAWS = new WeakMap<z.core.$ZodType, Oddity>()
const REQUIRED = new WeakSet<z.core.$ZodType>()

/** A field whose failure costs only itself: `schema` gets what `read` returns, `absent` for {@link ODD}. `oddity` can report more than a type. */
export function lenient<S extends z.ZodType>(read: (value: unknown) => unknown, absent: unknown, schema: S, oddity?: Oddity) {
  const field = z.preprocess((value) => {
    const got = read(value)
    return got === ODD ? absent : got
  }, schema)
  const flaw: Oddity = (value) => (read(value) === ODD ? typeOf(value) : undefined)
  FLAWS.set(field, flaw)
  ODDITIES.set(field, (value) => oddity?.(value) ?? flaw(value))
  return field
}

/** A field without which its record is unreadable. `understands` says whether a value is valid. */
export function required<S extends z.ZodType>(schema: S, understands: (value: unknown) => boolean): S {
  const flaw: Oddity = (value) => (understands(value) ? undefined : typeOf(value))
  FLAWS.set(schema, flaw)
  ODDITIES.set(schema, flaw)
  REQUIRED.add(schema)
  return schema
}

export const isRequired = (schema: z.core.$ZodType): boolean => REQUIRED.has(schema)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parts of a schema's definition that say what a value must be. */
interface Definition {
  type: string
  values?: readonly unknown[]
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  getter?: () => z.core.$ZodType
}

export const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def

/** What a schema finds odd about a value, not about nested values. A missing value and `null` are never odd. */
export const oddityOf = (schema: z.core.$ZodType, value: unknown): string | undefined => judge(schema, value, ODDITIES)

/** Whether a schema can read a value, even if odd, disregarding nested values. */
export const isReadable = (schema: z.core.$ZodType, value: unknown): boolean => judge(schema, value, FLAWS) === undefined

function judge(schema: z.core.$ZodType, value: unknown, judges: WeakMap<z.core.$ZodType, Oddity>): string | undefined {
  const own = judges.get(schema)
  if (own) return own(value)
  const { type, values, options, innerType, in: from, out, getter } = definitionOf(schema)
  if (value == null) return undefined
  if (options) return options.some((option) => judge(option, value, judges) === undefined) ? undefined : typeOf(value)
  const next = innerType ?? getter?.() ?? (from && definitionOf(from).type === 'transform' ? out : from)
  if (next) return judge(next, value, judges)
  if (values) return values.includes(value) ? undefined : typeOf(value)
  return !JSON_TYPES.has(type) || type === typeOf(value) ? undefined : typeOf(value)
}

/** False for a schema that accepts anything: it says nothing about any value. */
export const judges = (schema: z.core.$ZodType): boolean => !['unknown', 'any', 'transform'].includes(definitionOf(schema).type)

const JSON_TYPES = new Set(['string', 'number', 'boolean', 'array', 'object'])
const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
