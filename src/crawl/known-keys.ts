import type { z } from 'zod'

/** Which keys a schema names, and what it knows of their values; `each` is of a list's items. Neither: whatever comes is fine. */
export interface Known {
  keys?: Map<string, Known>
  each?: Known
}

/** The parts of a schema's definition that lead to others. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  valueType?: z.ZodType
  innerType?: z.ZodType
  options?: readonly z.ZodType[]
  in?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
}

/** Reads a schema's keys, through lists, choices and conversions. Schemas may contain themselves. */
export function knownKeys(schema: z.ZodType, read = new Map<z.ZodType, Known>()): Known {
  const done = read.get(schema)
  if (done) return done
  const known: Known = {}
  read.set(schema, known)
  const { shape, element, valueType, innerType, options, getter, ...pipe } = schema.def as unknown as Definition
  if (shape) known.keys = new Map(Object.entries(shape).map(([key, value]) => [key, knownKeys(value, read)]))
  const item = element ?? valueType
  if (item) known.each = knownKeys(item, read)
  const inner = [innerType, getter?.(), pipe.in, pipe.out, ...(options ?? [])].filter((part) => part !== undefined)
  for (const part of inner) merge(known, knownKeys(part, read))
  return known
}

function merge(into: Known, { keys, each }: Known): void {
  if (each) into.each ??= each
  for (const [key, value] of keys ?? []) {
    const same = (into.keys ??= new Map<string, Known>()).get(key)
    if (same === value) continue
    const both: Known = {}
    if (same) merge(both, same)
    merge(both, value)
    into.keys.set(key, both)
  }
}
