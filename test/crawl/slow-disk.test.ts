import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { clientFor, collect, listen } from './server.ts'

/** Resolves when nothing has been asked for some turns of the loop. */
async function settled(asked: readonly string[]): Promise<number> {
  for (let before = -1; before !== asked.length; await sleep(200)) before = asked.length
  return asked.length
}

test.each([1, 2, 4])(
  'a disk that stands still holds %d lines to the network back, and loses nothing when it moves again',
  async (concurrency) => {
    const server = await listen((_, response) => void response.end('x'))
    let moves: () => void = () => undefined
    const moving = new Promise<void>((resolve) => (moves = resolve))
    const client = clientFor(server.url, { concurrency })
    const getting = Array.from({ length: 60 }, (_, at) =>
      client.get(`${server.url}/${at}`, {
        of: 'media',
        maxBytes: 1000,
        read: async ({ chunks }) => {
          await collect(chunks)
          await moving
          return at
        },
      }),
    )
    const asked = await settled(server.asked)
    expect(asked).toBeGreaterThan(concurrency)
    expect(asked).toBeLessThanOrEqual(3 * concurrency + 1)
    moves()
    expect(await Promise.all(getting)).toEqual(getting.map((_, at) => at))
    expect(server.asked).toHaveLength(60)
  },
)
