/** PHP's ways of saying no, as they arrive in JSON; `null` is that nothing is said. */
const NO: readonly unknown[] = [false, 0, '0', '']

const YES: readonly unknown[] = [true, 1, '1', 'true', null, undefined]

export const isNo = (value: unknown): boolean => NO.includes(value)

/** False for what is neither a yes nor a no. */
export const isClear = (value: unknown): boolean => YES.includes(value) || isNo(value)

/** What a guide's field `public` says: all but a no is a yes, and so is its absence. */
export function isPublic(value: unknown): boolean {
  return !isNo(value)
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
