import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { YieldQueue } from '../../src/fetch/yield-queue.ts'

/** How many are let in after each turn of the event loop, until all are. */
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

test('one is let in a turn of the event loop, and none in those in which a freed connection sends', async () => {
  expect(await watch(new YieldQueue(), 3)).toEqual([0, 0, 1, 2, 3])
})

test('when many wait, one is let in at once', async () => {
  expect((await watch(new YieldQueue(), 20)).slice(0, 3)).toEqual([1, 2, 3])
})

test('who comes is let in before who came later', async () => {
  const yieldQueue = new YieldQueue()
  const order: number[] = []
  const all = [1, 2, 3].map((number) => yieldQueue.turn().then(() => order.push(number)))
  await Promise.all(all)
  expect(order).toEqual([1, 2, 3])
})

test('who comes when nobody waits any more is let in as well', async () => {
  const yieldQueue = new YieldQueue()
  await yieldQueue.turn()
  await nextTurn()
  await expect(yieldQueue.turn()).resolves.toBeUndefined()
})
