/** PHP's forms of "no" in JSON; `null` means that nothing is said. */
const NO: readonly unknown[] = [false, 0, '0', '']

const YES: readonly unknown[] = [true, 1, '1', 'true', null, undefined]

export const isNo = (value: unknown): boolean => NO.includes(value)

/** False for what is neither a yes nor a no. */
export const isClear = (value: unknown): boolean => YES.includes(value) || isNo(value)

/** The value of a guide's field `public`: anything but a no is a yes, and so is its absence. */
export const isPublic = (value: unknown): boolean => !isNo(value)

/** True for an answer or list item that marks itself as private. Only guides are specified to do so. */
export const saysPrivate = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'public' in answer && !isPublic(answer.public)

/** Finds JSON for which {@link saysPrivate} may be true. Quotes in texts are escaped, so it matches keys; false positives are harmless. */
export const NAMES_PRIVACY = /"public"\s*:\s*(?!true|1|null)/
