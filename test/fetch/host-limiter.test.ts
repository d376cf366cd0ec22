import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { YieldQueue } from '../../src/fetch/exchange.ts'
import { AdaptiveConcurrency, HostLimiter, type Sign, type Slot } from '../../src/fetch/host-limiter.ts'
import { Waits } from '../../src/fetch/waits.ts'
import { askJson, clientFor, listen, sendJson } from '../crawl/server.ts'
import { stillTime } from '../fake-time.ts'

const never = new Waits(new AbortController().signal)

/** Requests this number of slots, and returns those received so far, in order. */
function takeAll(limiter: HostLimiter, host: string, count: number): { at: number; slot: Slot }[] {
  const taken: { at: number; slot: Slot }[] = []
  for (let at = 0; at < count; at++)
    void limiter.take(host).then(
      (slot) => taken.push({ at, slot }),
      () => undefined,
    )
  return taken
}

test('a host gets its initial number of requests, another host its own, and a free slot goes to the longest waiter', async () => {
  const limiter = new HostLimiter(8, 0, never)
  const [taken, other] = [takeAll(limiter, 'a.test', 6), takeAll(limiter, 'b.test', 1)]
  await nextTurn()
  expect(taken.map(({ at }) => at)).toEqual([0, 1, 2, 3])
  expect(other).toHaveLength(1)
  taken[0]?.slot.end(undefined)
  await nextTurn()
  expect(taken.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4])
})

test('later requests wait behind those already waiting', async () => {
  const limiter = new HostLimiter(1, 0, never)
  const taken = takeAll(limiter, 'a.test', 2)
  await nextTurn()
  taken[0]?.slot.end(undefined)
  const later = takeAll(limiter, 'a.test', 1)
  await nextTurn()
  expect([taken.length, later.length]).toEqual([2, 0])
})

test('a slot is released once, however often it is ended', async () => {
  const limiter = new HostLimiter(1, 0, never)
  const taken = takeAll(limiter, 'a.test', 4)
  await nextTurn()
  taken[0]?.slot.end(undefined)
  taken[0]?.slot.end(undefined)
  taken[0]?.slot.end('well', 5)
  await nextTurn()
  expect(taken).toHaveLength(2)
})

test('good answers raise the concurrency of a host, overload lowers it, and no answer leaves it', async () => {
  const widthAfter = async (sign: 'well' | 'overloaded' | undefined) => {
    const limiter = new HostLimiter(16, 0, never)
    for (const { slot } of await settled(takeAll(limiter, 'a.test', 4))) slot.end(sign, 5)
    return (await settled(takeAll(limiter, 'a.test', 16))).length
  }
  expect(await Promise.all([widthAfter('well'), widthAfter('overloaded'), widthAfter(undefined)])).toEqual([8, 2, 4])
})

test('requests are separated by the gap of the rate, even if a host asks for a shorter one', async () => {
  stillTime()
  const limiter = new HostLimiter(8, 20, never)
  limiter.slow('a.test', 1)
  expect(await startsOf(limiter, 'a.test', 3)).toEqual([0, 50, 100])
})

test('a host that asks for a gap gets it, and no other host', async () => {
  stillTime()
  const limiter = new HostLimiter(8, 0, never)
  limiter.slow('a.test', 60)
  expect(await startsOf(limiter, 'b.test', 3)).toEqual([0, 0, 0])
  expect(await startsOf(limiter, 'a.test', 2)).toEqual([0, 60])
})

test('when the crawl ends, current and later waiters get the reason', async () => {
  const stop = new AbortController()
  const limiter = new HostLimiter(1, 0, new Waits(stop.signal))
  await limiter.take('a.test')
  const waiting = Promise.allSettled([limiter.take('a.test'), limiter.take('a.test')])
  stop.abort(new Error('enough'))
  const said = [...(await waiting), ...(await Promise.allSettled([limiter.take('b.test')]))]
  expect(said.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(Array(3).fill('Error: enough'))
})

/** When a number of successive requests may start, in milliseconds from now. */
async function startsOf(limiter: HostLimiter, host: string, count: number): Promise<number[]> {
  const [began, starts]: [number, number[]] = [performance.now(), []]
  const asking = (async () => {
    for (let at = 0; at < count; at++) {
      const slot = await limiter.take(host)
      starts.push(performance.now() - began)
      slot.end('well', 1)
    }
  })()
  await vi.runAllTimersAsync()
  await asking
  return starts
}

async function settled<T>(list: T): Promise<T> {
  await nextTurn()
  return list
}

/** How many are admitted after each turn of the event loop, until all are. */
async function watch(yieldQueue: YieldQueue, count: number): Promise<number[]> {
  let done = 0
  for (let at = 0; at < count; at++) void yieldQueue.turn().then(() => done++)
  const seen: number[] = []
  while (done < count) {
    await nextTurn()
    seen.push(done)
  }
  return seen
}

test('one is admitted per turn of the event loop, but none in turns in which a freed connection sends', async () => {
  expect(await watch(new YieldQueue(), 3)).toEqual([0, 0, 1, 2, 3])
})

test('if many wait, one is admitted at once', async () => {
  expect((await watch(new YieldQueue(), 20)).slice(0, 3)).toEqual([1, 2, 3])
})

test('waiters are admitted in order', async () => {
  const yieldQueue = new YieldQueue()
  const order: number[] = []
  const all = [1, 2, 3].map((number) => yieldQueue.turn().then(() => order.push(number)))
  await Promise.all(all)
  expect(order).toEqual([1, 2, 3])
})

test('a late waiter is admitted as well', async () => {
  const yieldQueue = new YieldQueue()
  await yieldQueue.turn()
  await nextTurn()
  await expect(yieldQueue.turn()).resolves.toBeUndefined()
})

/** A round: as many requests as allowed at once, all answered. Returns their number. */
function round(pace: AdaptiveConcurrency, sign: Sign = 'well', ms = 50): number {
  const numbers = Array.from({ length: pace.width }, () => pace.start())
  for (const number of numbers) pace.end(number, sign, ms)
  return numbers.length
}
const rounds = (pace: AdaptiveConcurrency, count: number, sign?: Sign, ms?: number) =>
  Array.from({ length: count }, () => round(pace, sign, ms))

test('a host gets few requests at first, twice as many with each good round, and never more than allowed', () => {
  expect(rounds(new AdaptiveConcurrency(32), 5)).toEqual([4, 8, 16, 32, 32])
  expect(rounds(new AdaptiveConcurrency(3), 2)).toEqual([3, 3])
})

test('overload halves, once for all requests in progress together, and then each good round adds one', () => {
  const pace = new AdaptiveConcurrency(32)
  rounds(pace, 3)
  round(pace, 'overloaded')
  expect(pace.width).toBe(16)
  expect(rounds(pace, 5)).toEqual([16, 16, 17, 18, 19])
})

test('lasting overload brings a host down to one request at a time, and no lower', () => {
  const pace = new AdaptiveConcurrency(32)
  rounds(pace, 3)
  expect(rounds(pace, 8, 'overloaded')).toEqual([32, 16, 8, 4, 2, 1, 1, 1])
})

test('answers that become much slower than usual indicate overload; a slow host and a little noise do not', () => {
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

test('an answer without a duration does not affect latency', () => {
  const pace = new AdaptiveConcurrency(8)
  rounds(pace, 5)
  pace.end(pace.start(), 'well')
  expect(pace.width).toBe(8)
})

test('a host that can handle four requests at once settles at about four', () => {
  const pace = new AdaptiveConcurrency(24)
  const asked = Array.from({ length: 40 }, () => round(pace, pace.width > 4 ? 'overloaded' : 'well'))
  expect([...new Set(asked.slice(4))].sort()).toEqual([2, 3, 4, 5])
})

test('a host that reports overload gets half as many requests, and another host as many as before', async () => {
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

test('no host gets more requests than --max-rate allows, and a stopped crawl does not wait for turns', async () => {
  const stop = new AbortController()
  const server = await listen(() => undefined)
  const client = clientFor(server.url, { maxRate: 0.1 }, stop.signal)
  const asking = Promise.allSettled(Array.from({ length: 10 }, () => askJson(client, server.url)))
  await expect.poll(() => client.waits.map(({ reason, requests }) => [reason, requests])).toEqual([['delay', 3]])
  await expect.poll(() => server.asked).toHaveLength(1)
  stop.abort(new Error('enough'))
  expect((await asking).map((result) => result.status === 'rejected' && String(result.reason))).toEqual(Array(10).fill('Error: enough'))
})
