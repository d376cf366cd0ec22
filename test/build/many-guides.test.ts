import { expect, test } from 'vitest'
import { compareNights } from './nights.ts'

const [GUIDES, NIGHTS] = [Number(process.env.MANY_GUIDES ?? '3000'), Number(process.env.MANY_NIGHTS ?? '20')]

test('on a site of 3,000 guides, what is built after a night of changes is what a full build makes', { timeout: 3_600_000 }, async () => {
  await compareNights(NIGHTS, { seed: 2026, guides: GUIDES }, 0.08)
  expect.hasAssertions()
})
