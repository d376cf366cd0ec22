import { expect, onTestFinished, test, vi } from 'vitest'
import { OPTIONS } from '../../src/config/options.ts'
import { RequestError } from '../../src/errors.ts'
import { DeadHosts } from '../../src/fetch/dead-hosts.ts'
import { readRetryAfter } from '../../src/fetch/exchange.ts'
import { isTransient } from '../../src/fetch/outcome.ts'
import { backoffMs, makeHolds, makePatience } from '../../src/fetch/patience.ts'
import { type Wait, Waits } from '../../src/fetch/waits.ts'
import { stillClock } from '../fake-time.ts'

const never = new AbortController().signal
const URL_HERE = 'http://a.test/x'
const failing = (status: number) => new RequestError(status === 429 ? 'throttled' : 'failed', 'It failed.', { url: URL_HERE, status })

function patience(retries: number, signal = never, firstBackoffMs = 1) {
  const hosts = new DeadHosts(
    () => Promise.resolve(true),
    () => undefined,
  )
  return { hosts, asking: makePatience({ retries, firstBackoffMs }, hosts, new Waits(signal)) }
}

test('an attempt is repeated until it succeeds, each time with its number', async () => {
  const numbers: number[] = []
  const attempt = (tries: number) => (numbers.push(tries) < 3 ? Promise.reject(failing(500)) : Promise.resolve('well'))
  await expect(patience(5).asking.with(URL_HERE, isTransient, attempt)).resolves.toBe('well')
  expect(numbers).toEqual([1, 2, 3])
})

test('when the retries are used up, the error states the number of tries, and keeps its facts', async () => {
  const attempt = vi.fn(() => Promise.reject(failing(500)))
  const asking = patience(2).asking.with(URL_HERE, isTransient, attempt)
  await expect(asking).rejects.toMatchObject({
    message: 'It failed (3 tries).',
    outcome: 'failed',
    facts: { url: URL_HERE, status: 500, tries: 3 },
  })
  expect(attempt).toHaveBeenCalledTimes(3)
})

test('a single try is not mentioned', async () => {
  const attempt = () => Promise.reject(failing(500))
  await expect(patience(0).asking.with(URL_HERE, isTransient, attempt)).rejects.toThrow(/^It failed\.$/)
})

test.each([
  ['lasts', failing(404)],
  ['is no failure of a request', new TypeError('broken')],
])('an error that %s is not retried, and thrown unchanged', async (_, error) => {
  const attempt = vi.fn(() => Promise.reject(error))
  await expect(patience(3).asking.with(URL_HERE, isTransient, attempt)).rejects.toBe(error)
  expect(attempt).toHaveBeenCalledTimes(1)
})

test('if a host asked for a pause, the next attempt has no extra delay: the pause is handled elsewhere', async () => {
  const attempt = (tries: number) => (tries < 3 ? Promise.reject(failing(429)) : Promise.resolve('well'))
  const asking = patience(5, undefined, 60_000).asking.with(URL_HERE, isTransient, attempt)
  await expect(asking).resolves.toBe('well')
})

test('the reason of the stop takes precedence over other errors', async () => {
  const stop = new AbortController()
  const attempt = () => {
    stop.abort(new Error('enough'))
    return Promise.reject(failing(500))
  }
  await expect(patience(3, stop.signal).asking.with(URL_HERE, isTransient, attempt)).rejects.toThrow('enough')
})

test('a delay ends when the crawl is stopped', async () => {
  const stop = new AbortController()
  const asking = patience(3, stop.signal, 60_000).asking.with(URL_HERE, isTransient, () => Promise.reject(failing(500)))
  setImmediate(() => stop.abort(new Error('enough')))
  await expect(asking).rejects.toThrow()
})

test('delays double from the first', () => {
  const { asking } = patience(3, undefined, 100)
  for (const [tries, most] of [
    [1, 100],
    [3, 400],
  ] as const) {
    expect(asking.waitMs(tries)).toBeGreaterThanOrEqual(most / 2)
    expect(asking.waitMs(tries)).toBeLessThanOrEqual(most)
  }
})

test('the delay doubles from half a second, is up to half random, and has a limit', () => {
  expect([1, 2, 3].map((tries) => backoffMs(tries, 1))).toEqual([500, 1000, 2000])
  expect(backoffMs(2, 0)).toBe(500)
  expect(backoffMs(50, 1)).toBe(30_000)
})

test('Retry-After is read in seconds or as a date; the past means now, nonsense nothing, a day ten minutes', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(readRetryAfter('120', now)).toBe(120_000)
  expect(readRetryAfter('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30_000)
  expect(readRetryAfter('Wed, 31 Dec 2025 00:00:30 GMT', now)).toBe(0)
  expect(readRetryAfter('86400', now)).toBe(600_000)
  expect(readRetryAfter('soon', now)).toBeUndefined()
  expect(readRetryAfter(undefined, now)).toBeUndefined()
})

test('the default retries outlast a network outage of 30 seconds, whatever the random delays', () => {
  const waits = Array.from({ length: OPTIONS.retries.fallback }, (_, index) => backoffMs(index + 1, 0))
  expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(30_000)
})

test('a hold lasts as long as requested, on a monotonic clock', () => {
  const moveOn = stillClock()
  const holds = makeHolds(new Waits(never), () => undefined)
  holds.hold('a.example', 1000)
  holds.hold('a.example', 10)
  moveOn(999)
  expect([holds.isHeld('a.example'), holds.isHeld('b.example')]).toEqual([true, false])
  moveOn(1)
  expect(holds.isHeld('a.example')).toBe(false)
})

test("a hold ignores jumps of the machine's clock", () => {
  const holds = makeHolds(new Waits(never), () => undefined)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime('2026-01-01')
  holds.hold('a.example', 60_000)
  vi.setSystemTime('2036-01-01')
  expect(holds.isHeld('a.example')).toBe(true)
})

test('waits of five seconds or more are reported by host and reason, with number and end', async () => {
  const moveOn = stillClock()
  const waits = new Waits(never)
  const { promise: work, resolve: end } = Promise.withResolvers<undefined>()
  const pending = Promise.all([
    waits.during('a.example', 'pause', work, 600_000),
    waits.during('a.example', 'pause', work, 600_000),
    waits.during('a.example', 'answer', work),
    waits.during('b.example', 'retry', work, 8000),
    waits.during('b.example', 'retry', work, 700),
  ])
  expect(waits.all().map(({ reason }) => reason)).toEqual(['pause', 'retry'])
  moveOn(5000)
  expect(waits.all()).toEqual<Wait[]>([
    { host: 'a.example', reason: 'pause', requests: 2, forMs: 5000, leftMs: 595_000 },
    { host: 'b.example', reason: 'retry', requests: 1, forMs: 5000, leftMs: 3000 },
    { host: 'a.example', reason: 'answer', requests: 1, forMs: 5000 },
  ])
  end(undefined)
  await pending
  expect(waits.all()).toEqual([])
})
