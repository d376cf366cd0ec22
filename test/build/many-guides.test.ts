import { expect, test } from 'vitest'
import { compareNights } from './nights.ts'

/** Twenty nights of 3,000 guides take more than an hour. */
const [GUIDES, NIGHTS] = [Number(process.env.MANY_GUIDES ?? '800'), Number(process.env.MANY_NIGHTS ?? '2')]

test('on a site of many guides, a build after a night of changes equals a full build', async () => {
  await compareNights(NIGHTS, { seed: 2026, guides: GUIDES }, 0.08)
  expect.hasAssertions()
})
