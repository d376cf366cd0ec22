import type { z } from 'zod'

/** An answer of the right shape, or the sentence that says which field was not (`steps.3.lines: expected array, received string`). */
export type Parsed<T> = { ok: true; value: T } | { ok: false; field: string; problem: string }

/** Holds an answer against its schema. Unknown keys are kept, PHP's idioms understood; only what cannot be read is a problem. */
export function parse<S extends z.ZodType>(schema: S, answer: unknown): Parsed<z.output<S>> {
  const result = schema.safeParse(answer)
  if (result.success) return { ok: true, value: result.data }
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') || '(the whole answer)'
  return { ok: false, field, problem: (issue?.message ?? 'unreadable').replace(/^Invalid input: /, '') }
}
