import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { HostLimiter, type Slot } from '../../src/fetch/host-limiter.ts'
import { Waits } from '../../src/fetch/waits.ts'
import { stillTime } from '../fake-time.ts'

const until = (signal: AbortSignal) => ({ signal, waits: new Waits() })
const never = until(new AbortController().signal)

/** Asks for so many slots, and gives those that came so far, in their order. */
function takeAll(limiter: HostLimiter, host: string, count: number): { at: number; slot: Slot }[] {
  const taken: { at: number; slot: Slot }[] = []
  for (let at = 0; at < count; at++)
    void limiter.take(host).then(
      (slot) => taken.push({ at, slot }),
      () => undefined,
    )
  return taken
}

test('a host is asked at once no more often than at first, another beside it, and a slot that is free goes to who waits longest', async () => {
  const limiter = new HostLimiter(8, 0, never)
  const [taken, other] = [takeAll(limiter, 'a.test', 6), takeAll(limiter, 'b.test', 1)]
  await nextTurn()
  expect(taken.map(({ at }) => at)).toEqual([0, 1, 2, 3])
  expect(other).toHaveLength(1)
  taken[0]?.slot.end(undefined)
  await nextTurn()
  expect(taken.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4])
})

test('who comes after others have begun to wait, waits behind them', async () => {
  const limiter = new HostLimiter(1, 0, never)
  const taken = takeAll(limiter, 'a.test', 2)
  await nextTurn()
  taken[0]?.slot.end(undefined)
  const later = takeAll(limiter, 'a.test', 1)
  await nextTurn()
  expect([taken.length, later.length]).toEqual([2, 0])
})

test('a slot is released once, however often it is said', async () => {
  const limiter = new HostLimiter(1, 0, never)
  const taken = takeAll(limiter, 'a.test', 4)
  await nextTurn()
  taken[0]?.slot.end(undefined)
  taken[0]?.slot.end(undefined)
  taken[0]?.slot.end('well', 5)
  await nextTurn()
  expect(taken).toHaveLength(2)
})

test('good answers widen a host, strain narrows it, and no answer says nothing', async () => {
  const widthAfter = async (sign: 'well' | 'overloaded' | undefined) => {
    const limiter = new HostLimiter(16, 0, never)
    for (const { slot } of await settled(takeAll(limiter, 'a.test', 4))) slot.end(sign, 5)
    return (await settled(takeAll(limiter, 'a.test', 16))).length
  }
  expect(await Promise.all([widthAfter('well'), widthAfter('overloaded'), widthAfter(undefined)])).toEqual([8, 2, 4])
})

test('between two requests lies the gap of the rate, and no shorter one that a host asks for', async () => {
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

test('when the crawl ends, all who wait hear why, and who comes later too', async () => {
  const stop = new AbortController()
  const limiter = new HostLimiter(1, 0, until(stop.signal))
  await limiter.take('a.test')
  const waiting = Promise.allSettled([limiter.take('a.test'), limiter.take('a.test')])
  stop.abort(new Error('enough'))
  const said = [...(await waiting), ...(await Promise.allSettled([limiter.take('b.test')]))]
  expect(said.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(Array(3).fill('Error: enough'))
})

/** When so many requests one after another may start, in milliseconds from now. */
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
