/** True in `npm run sweep`, which takes every page, language, width, colour scheme and payload where `npm test` takes one of each class. */
export const SWEEP = process.env.SWEEP === 'true'

/** All items in the sweep, only some in `npm test`. */
export const sweepOr = <T>(all: readonly T[], isTested: (one: T, at: number) => boolean): T[] => (SWEEP ? [...all] : all.filter(isTested))

/** Selects every nth item, starting with the first. */
export const every =
  (step: number) =>
  (_: unknown, at: number): boolean =>
    at % step === 0

const NOTHING = Object.assign(() => undefined, { for: () => () => undefined, each: () => () => undefined })

/** `test` in the sweep, nothing in `npm test`: for cases whose classes other tests of `npm test` already cover. */
export const inSweep = <T extends object>(test: T): T => (SWEEP ? test : (NOTHING as unknown as T))
