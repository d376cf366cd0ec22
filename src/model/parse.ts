import type { z } from 'zod'

/** A validated answer, or the first invalid field with the problem (`steps.3.lines: expected array, received string`). */
export type Parsed<T> = { ok: true; value: T } | { ok: false; field: string; problem: string }

const known = new WeakMap<object, Map<z.ZodType, Parsed<unknown>>>()

/** {@link parse}, once for each answer and schema: the result is shared, and must not be changed. */
export function parseOnce<S extends z.ZodType>(schema: S, answer: unknown): Parsed<z.output<S>> {
  if (typeof answer !== 'object' || answer === null) return parse(schema, answer)
  const bySchema = known.get(answer) ?? new Map<z.ZodType, Parsed<unknown>>()
  known.set(answer, bySchema)
  const parsed = (bySchema.get(schema) as Parsed<z.output<S>> | undefined) ?? parse(schema, answer)
  bySchema.set(schema, parsed)
  return parsed
}

/** Validates an answer against its schema. Unknown keys are kept, PHP's idioms are understood; only what cannot be read is a problem. */
export function parse<S extends z.ZodType>(schema: S, answer: unknown): Parsed<z.output<S>> {
  const result = schema.safeParse(answer)
  if (result.success) return { ok: true, value: result.data }
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') || '(the whole answer)'
  return { ok: false, field, problem: (issue?.message ?? 'unreadable').replace(/^Invalid input: /, '') }
}

/** A validated item of a list; undefined if it is invalid, which costs the list nothing else. */
export const parsedItem = <S extends z.ZodType>(schema: S, item: unknown): z.output<S> | undefined => schema.safeParse(item).data
