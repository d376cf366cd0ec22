import { expect, test } from 'vitest'
import { compareNights } from './nights.ts'

/** Twenty nights of 3,000 guides take more than an hour. */
const [GUIDES, NIGHTS] = [Number(process.env.MANY_GUIDES ?? '800'), Number(process.env.MANY_NIGHTS ?? '2')]

test('on a site of many guides, what is built after a night of changes is what a full build makes', async () => {
  await compareNights(NIGHTS, { seed: 2026, guides: GUIDES }, 0.08)
  expect.hasAssertions()
})
