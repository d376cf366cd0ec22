/** What the service did that the specification or the facts of real services forbid. */
export class Mismatch extends Error {}

/** The service has nothing that could show whether it keeps the law. */
export class NotShown extends Error {}

export function must(isKept: boolean, otherwise: string): asserts isKept {
  if (!isKept) throw new Mismatch(otherwise)
}

/** The value, or {@link NotShown} with the reason why there is none. */
export function orNotShown<T>(value: T | undefined, reason: string): T {
  if (value === undefined) throw new NotShown(reason)
  return value
}

/** True when each number is greater than the one before it. */
export const isRising = (numbers: readonly number[]): boolean => numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))

export const sameItems = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
