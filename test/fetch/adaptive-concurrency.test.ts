import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AdaptiveConcurrency, type Sign } from '../../src/fetch/adaptive-concurrency.ts'
import { getJson } from '../../src/crawl/json.ts'
import { clientFor, listen, sendJson } from '../crawl/server.ts'

/** A round: as many requests as may be under way, all answered. Returns how many that were. */
function round(pace: AdaptiveConcurrency, sign: Sign = 'well', ms = 50): number {
  const numbers = Array.from({ length: pace.width }, () => pace.start())
  for (const number of numbers) pace.end(number, sign, ms)
  return numbers.length
}
const rounds = (pace: AdaptiveConcurrency, count: number, sign?: Sign, ms?: number) =>
  Array.from({ length: count }, () => round(pace, sign, ms))

test('a host is asked little at first, twice as much with each good round, and never more than allowed', () => {
  expect(rounds(new AdaptiveConcurrency(32), 5)).toEqual([4, 8, 16, 32, 32])
  expect(rounds(new AdaptiveConcurrency(3), 2)).toEqual([3, 3])
})

test('strain halves, once for all that were under way together, and then each good round adds one', () => {
  const pace = new AdaptiveConcurrency(32)
  rounds(pace, 3)
  round(pace, 'overloaded')
  expect(pace.width).toBe(16)
  expect(rounds(pace, 5)).toEqual([16, 16, 17, 18, 19])
})

test('what lasts brings a host down to one request at a time, and no lower', () => {
  const pace = new AdaptiveConcurrency(32)
  rounds(pace, 3)
  expect(rounds(pace, 8, 'overloaded')).toEqual([32, 16, 8, 4, 2, 1, 1, 1])
})

test('answers that begin to take much longer than usual are a sign of strain; a slow host and a little noise are not', () => {
  const usual = new AdaptiveConcurrency(16)
  rounds(usual, 20, 'well', 100)
  rounds(usual, 4, 'well', 1500)
  expect(usual.width).toBeLessThan(8)
  const slow = new AdaptiveConcurrency(16)
  rounds(slow, 20, 'well', 3000)
  expect(slow.width).toBe(16)
  const noisy = new AdaptiveConcurrency(16)
  for (let count = 0; count < 40; count++) round(noisy, 'well', count % 2 ? 5 : 200)
  expect(noisy.width).toBe(16)
})

test('an answer without a time says nothing about latency', () => {
  const pace = new AdaptiveConcurrency(8)
  rounds(pace, 5)
  pace.end(pace.start(), 'well')
  expect(pace.width).toBe(8)
})

const question = { maxBytes: 1000, understand: (value: unknown) => ({ ok: true, value }) as const }

test('a host that can take four at once is asked about four at once, and another host as much as ever', async () => {
  let now = 0
  const most = { busy: [] as number[], free: 0 }
  let freeNow = 0
  const busy = await listen((_, response) => {
    most.busy.push(++now)
    const isTooMuch = now > 4
    setTimeout(() => {
      now--
      sendJson(response, 1, isTooMuch ? 429 : 200, isTooMuch ? { 'retry-after': '0.05' } : {})
    }, 10)
  })
  const free = await listen((_, response) => {
    most.free = Math.max(most.free, ++freeNow)
    setTimeout(() => {
      freeNow--
      sendJson(response, 1)
    }, 10)
  })
  const client = clientFor('http://127.0.0.1', { concurrency: 24, retries: 30 })
  const asking = (url: string, count: number) => Array.from({ length: count }, (_, index) => getJson(client, `${url}/${index}`, question))
  await Promise.all([...asking(busy.url, 200), ...asking(free.url, 400)])
  const late = most.busy.slice(-60)
  expect(late.reduce((sum, count) => sum + count, 0) / late.length).toBeLessThan(6)
  expect(most.free).toBeGreaterThan(16)
})

test('no host is asked more often than --max-rate allows', async () => {
  let lastAt = 0
  const server = await listen((_, response) => {
    lastAt = performance.now()
    sendJson(response, 1)
  })
  const client = clientFor(server.url, { maxRate: 50 })
  const start = performance.now()
  await Promise.all(Array.from({ length: 11 }, (_, index) => getJson(client, `${server.url}/${index}`, question)))
  // Counted from before the first: a busy machine only makes it longer.
  expect((lastAt - start) / (10 * 20)).toBeGreaterThan(0.95)
})

test('a crawl that is stopped does not wait for turns', async () => {
  const stop = new AbortController()
  const server = await listen(() => undefined)
  const client = clientFor(server.url, { concurrency: 2, maxRate: 0.1 }, stop.signal)
  const asking = Promise.allSettled(Array.from({ length: 10 }, () => getJson(client, server.url, question)))
  await sleep(50)
  stop.abort(new Error('enough'))
  expect((await asking).map((result) => result.status === 'rejected' && String(result.reason))).toEqual(Array(10).fill('Error: enough'))
})
