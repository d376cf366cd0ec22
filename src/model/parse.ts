import type { z } from 'zod'

/** A validated answer, or the first invalid field with the problem (`steps.3.lines: expected array, received string`). */
export type Parsed<T> = { ok: true; value: T } | { ok: false; field: string; problem: string }

/** Validates an answer against its schema. Unknown keys are kept, PHP's idioms are understood; only what cannot be read is a problem. */
export function parse<S extends z.ZodType>(schema: S, answer: unknown): Parsed<z.output<S>> {
  const result = schema.safeParse(answer)
  if (result.success) return { ok: true, value: result.data }
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') || '(the whole answer)'
  return { ok: false, field, problem: (issue?.message ?? 'unreadable').replace(/^Invalid input: /, '') }
}
