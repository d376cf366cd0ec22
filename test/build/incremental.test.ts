import { expect, test } from 'vitest'
import { compareNights } from './nights.ts'

/** 5 sets of changes in `npm test`, more in the sweep, in sites of so many nights each. */
const SETS = Number(process.env.CHANGE_SETS ?? '5')
const NIGHTS = Math.min(SETS, 10)
/** How many of the changes happen in a night. */
const SHARE = 0.08

test.each(Array.from({ length: SETS / NIGHTS }, (_, seed) => seed))(
  'after any changes, the site is byte for byte what a full build makes: site %i',
  { timeout: 600_000 },
  async (seed) => {
    await compareNights(NIGHTS, { seed }, SHARE)
    expect.hasAssertions()
  },
)
