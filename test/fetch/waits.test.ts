import { expect, test } from 'vitest'
import { type Wait, Waits } from '../../src/fetch/waits.ts'
import { askJson, clientFor, listen, sendJson } from '../crawl/server.ts'

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

test('a client tells which host asked for a pause, once in a note and while it lasts', async () => {
  const server = await listen((_, response) => sendJson(response, {}, 429, { 'retry-after': '600' }))
  const { host } = new URL(server.url)
  const stop = new AbortController()
  const notes: string[] = []
  const client = clientFor(server.url, { concurrency: 4 }, stop.signal, (note) => notes.push(note))
  const asking = [1, 2, 3].map((id) => askJson(client, `${server.url}/${id}`))
  await expect.poll(() => client.waits[0]?.requests).toBe(3)
  expect(client.waits).toEqual([
    { host, reason: 'pause', requests: 3, forMs: expect.any(Number) as number, leftMs: expect.any(Number) as number },
  ])
  expect(client.waits[0]?.leftMs).toBeGreaterThan(590_000)
  expect(notes).toEqual([`${host} asked for a pause of 600 s: nothing is requested there meanwhile.`])
  stop.abort(new Error('enough'))
  await Promise.allSettled(asking)
  expect(client.waits).toEqual([])
})
