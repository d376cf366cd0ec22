import { expect, onTestFinished, test, vi } from 'vitest'
import { OPTIONS } from '../../src/config/options.ts'
import { backoffMs, Holds, readRetryAfter } from '../../src/fetch/backoff.ts'
import { Waits } from '../../src/fetch/waits.ts'

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

test('the retries of the default outlast a network that is gone for 30 seconds, whatever chance says', () => {
  const waits = Array.from({ length: OPTIONS.retries.fallback }, (_, index) => backoffMs(index + 1, 0))
  expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(30_000)
})

test('a hold lasts as long as was asked, on a clock of its own', () => {
  let now = 0
  const holds = new Holds(
    new Waits(),
    () => undefined,
    () => now,
  )
  holds.hold('a.example', 1000)
  holds.hold('a.example', 10)
  now = 999
  expect([holds.isHeld('a.example'), holds.isHeld('b.example')]).toEqual([true, false])
  now = 1000
  expect(holds.isHeld('a.example')).toBe(false)
})

test("a hold does not heed the machine's clock when it jumps", () => {
  const holds = new Holds(new Waits(), () => undefined)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime('2026-01-01')
  holds.hold('a.example', 60_000)
  vi.setSystemTime('2036-01-01')
  expect(holds.isHeld('a.example')).toBe(true)
})
