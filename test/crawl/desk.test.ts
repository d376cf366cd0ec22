import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Desk } from '../../src/crawl/desk.ts'

test('one is let in a turn of the event loop, in the order in which they came', async () => {
  const desk = new Desk()
  const done: number[] = []
  for (const number of [1, 2, 3]) void desk.turn().then(() => done.push(number))
  const seen: number[][] = []
  while (done.length < 3) {
    await nextTurn()
    seen.push([...done])
  }
  expect(seen).toEqual(expect.arrayContaining([[1], [1, 2], [1, 2, 3]]))
})

test('who comes when nobody waits any more is let in as well', async () => {
  const desk = new Desk()
  await desk.turn()
  await nextTurn()
  await expect(desk.turn()).resolves.toBeUndefined()
})
