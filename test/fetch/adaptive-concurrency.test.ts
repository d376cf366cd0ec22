import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { AdaptiveConcurrency, type Sign } from '../../src/fetch/adaptive-concurrency.ts'
import { askJson, clientFor, listen, sendJson } from '../crawl/server.ts'

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

test('a host that can take four at once is asked about four at once', () => {
  const pace = new AdaptiveConcurrency(24)
  const asked = Array.from({ length: 40 }, () => round(pace, pace.width > 4 ? 'overloaded' : 'well'))
  expect([...new Set(asked.slice(4))].sort()).toEqual([2, 3, 4, 5])
})

test('a host that says it is asked too much is asked half as much, and another host as much as ever', async () => {
  let [underWay, answered, most] = [0, 0, 0]
  const busy = await listen((_, response) => {
    if (busy.asked.length <= 4) return sendJson(response, 1, 429, { 'retry-after': '0.01' })
    most = Math.max(most, ++underWay - answered)
    setTimeout(() => {
      underWay--
      answered++
      sendJson(response, 1)
    }, 10)
  })
  const held: ServerResponse[] = []
  const free = await listen((_, response) => {
    held.push(response)
    if (free.asked.length === 4 || free.asked.length === 12) for (const each of held.splice(0)) sendJson(each, 1)
  })
  const client = clientFor('http://127.0.0.1', { concurrency: 24 })
  const asking = (url: string, count: number) => Array.from({ length: count }, (_, index) => askJson(client, `${url}/${index}`))
  await Promise.all([...asking(busy.url, 8), ...asking(free.url, 12)])
  expect(most).toBe(2)
})

test('no host is asked more often than --max-rate allows, and a crawl that is stopped does not wait for turns', async () => {
  const stop = new AbortController()
  const server = await listen(() => undefined)
  const client = clientFor(server.url, { maxRate: 0.1 }, stop.signal)
  const asking = Promise.allSettled(Array.from({ length: 10 }, () => askJson(client, server.url)))
  await expect.poll(() => client.waits.map(({ reason, requests }) => [reason, requests])).toEqual([['delay', 3]])
  await expect.poll(() => server.asked).toHaveLength(1)
  stop.abort(new Error('enough'))
  expect((await asking).map((result) => result.status === 'rejected' && String(result.reason))).toEqual(Array(10).fill('Error: enough'))
})
