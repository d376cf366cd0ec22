import { expect, test } from 'vitest'
import { type Wait, Waits } from '../../src/fetch/waits.ts'

test('waits of five seconds or more are told by host and reason, with how many wait and until when', () => {
  let now = 0
  const waits = new Waits(() => now)
  const over = [
    waits.begin('a.example', 'pause', 600_000),
    waits.begin('a.example', 'pause', 600_000),
    waits.begin('a.example', 'answer'),
    waits.begin('b.example', 'retry', 8000),
    waits.begin('b.example', 'retry', 700),
  ]
  expect(waits.all().map(({ reason }) => reason)).toEqual(['pause', 'retry'])
  now = 5000
  expect(waits.all()).toEqual<Wait[]>([
    { host: 'a.example', reason: 'pause', requests: 2, forMs: 5000, leftMs: 595_000 },
    { host: 'b.example', reason: 'retry', requests: 1, forMs: 5000, leftMs: 3000 },
    { host: 'a.example', reason: 'answer', requests: 1, forMs: 5000 },
  ])
  for (const end of over) end()
  expect(waits.all()).toEqual([])
})
