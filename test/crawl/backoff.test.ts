import { expect, test } from 'vitest'
import { backoffMs, readRetryAfter } from '../../src/crawl/backoff.ts'

test('the wait doubles from half a second, leaves up to half of it to chance, and has a limit', () => {
  expect([1, 2, 3].map((tries) => backoffMs(tries, 1))).toEqual([500, 1000, 2000])
  expect(backoffMs(2, 0)).toBe(500)
  expect(backoffMs(50, 1)).toBe(30_000)
})

test('Retry-After is read in seconds and as a date; the past is now, nonsense is nothing, a day is ten minutes', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(readRetryAfter('120', now)).toBe(120_000)
  expect(readRetryAfter('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30_000)
  expect(readRetryAfter('Wed, 31 Dec 2025 00:00:30 GMT', now)).toBe(0)
  expect(readRetryAfter('86400', now)).toBe(600_000)
  expect(readRetryAfter('soon', now)).toBeUndefined()
  expect(readRetryAfter(undefined, now)).toBeUndefined()
})
