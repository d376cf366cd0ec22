/** PHP's ways of saying no, as they arrive in JSON; `null` is that nothing is said. */
const NO: readonly unknown[] = [false, 0, '0', '']

/** What a guide's field `public` says: all but a no is a yes, and so is its absence. */
export function isPublic(value: unknown): boolean {
  return !NO.includes(value)
}

/** True for an answer or a list's item that says of itself that it is private. Only guides are specified to say so. */
export function saysPrivate(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'public' in answer && !isPublic(answer.public)
}

/**
 * Finds the JSON of which {@link saysPrivate} may be true. A text writes its quotes as \", so that this is a key; what it finds wrongly is
 * only looked at more closely.
 */
export const NAMES_PRIVACY = /"public"\s*:\s*(?!true|1|null)/
