/** True in `npm run sweep`, which takes every page, language, width, colour scheme and payload where `npm test` takes one of each class. */
export const SWEEP = process.env.SWEEP === 'true'

/** All of them in the sweep, some of them in `npm test`. */
export const sweepOr = <T>(all: readonly T[], isTested: (one: T, at: number) => boolean): T[] => (SWEEP ? [...all] : all.filter(isTested))

/** Every so many of them, counted from the first. */
export const every =
  (step: number) =>
  (_: unknown, at: number): boolean =>
    at % step === 0

const NOTHING = Object.assign(() => undefined, { for: () => () => undefined, each: () => () => undefined })

/** `test` in the sweep, and nothing in `npm test`: for what other tests there would miss in no class of its own. */
export const inSweep = <T extends object>(test: T): T => (SWEEP ? test : (NOTHING as unknown as T))
