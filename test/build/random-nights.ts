import { expect, test } from 'vitest'
import { compareNights } from './nights.ts'

/** 3 sets of changes in `npm test`, more in the sweep, and the number of nights per site. */
const SETS = Number(process.env.CHANGE_SETS ?? '3')
const NIGHTS = Math.min(SETS, 10)
/** The share of the changes that happen in a night. */
const SHARE = 0.08
/** The seed of the first site. */
const FIRST_SEED = Number(process.env.CHANGE_SEED ?? '0')
/** Files that share the sites, each in its own process. */
const FILES = 2

/** The tests of every second site, starting with the first or the second. */
export const testSites = (from: 0 | 1): void =>
  test.each(Array.from({ length: SETS / NIGHTS }, (_, site) => site).filter((site) => site % FILES === from))(
    'after any changes, the site is byte for byte that of a full build: site %i',
    async (site) => {
      await compareNights(NIGHTS, { seed: FIRST_SEED + site }, SHARE)
      expect.hasAssertions()
    },
  )
