import { expect, test } from 'vitest'
import { clientFor, collect, listen } from './server.ts'

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
    const held = 2 * concurrency + 1
    await expect.poll(() => server.asked.length).toBe(held)
    // Others are answered, and still no more is asked.
    const other = await listen((_, response) => void response.end('x'))
    for (let times = 0; times < 20; times++) await (await fetch(other.url)).text()
    expect(server.asked).toHaveLength(held)
    moves()
    expect(await Promise.all(getting)).toEqual(getting.map((_, at) => at))
    expect(server.asked).toHaveLength(60)
  },
)
