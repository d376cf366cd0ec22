import { expect, test, vi } from 'vitest'
import { RequestError } from '../../src/errors.ts'
import { DeadHosts } from '../../src/fetch/dead-hosts.ts'
import { isTransient } from '../../src/fetch/outcome.ts'
import { Patience } from '../../src/fetch/patience.ts'
import { Waits } from '../../src/fetch/waits.ts'

const URL_HERE = 'http://a.test/x'
const failing = (status: number) => new RequestError(status === 429 ? 'throttled' : 'failed', 'It failed.', { url: URL_HERE, status })

function patience(retries: number, signal = new AbortController().signal, firstBackoffMs = 1) {
  const hosts = new DeadHosts(
    () => Promise.resolve(true),
    () => undefined,
  )
  return { hosts, asking: new Patience({ retries, firstBackoffMs }, hosts, { signal, waits: new Waits() }) }
}

test('an attempt is made again until it succeeds, each with its number', async () => {
  const numbers: number[] = []
  const attempt = (tries: number) => (numbers.push(tries) < 3 ? Promise.reject(failing(500)) : Promise.resolve('well'))
  await expect(patience(5).asking.with(URL_HERE, isTransient, attempt)).resolves.toBe('well')
  expect(numbers).toEqual([1, 2, 3])
})

test('when the retries are used up, the error says how many tries there were, and keeps its facts', async () => {
  const attempt = vi.fn(() => Promise.reject(failing(500)))
  const cause: unknown = await patience(2)
    .asking.with(URL_HERE, isTransient, attempt)
    .catch((error: unknown) => error)
  expect(attempt).toHaveBeenCalledTimes(3)
  expect(cause).toMatchObject({ message: 'It failed (3 tries).', outcome: 'failed', facts: { url: URL_HERE, status: 500, tries: 3 } })
})

test('one try is not counted in words', async () => {
  const attempt = () => Promise.reject(failing(500))
  await expect(patience(0).asking.with(URL_HERE, isTransient, attempt)).rejects.toThrow(/^It failed\.$/)
})

test.each([
  ['lasts', failing(404)],
  ['is no failure of a request', new TypeError('broken')],
])('what %s is tried once, and thrown as it is', async (_, error) => {
  const attempt = vi.fn(() => Promise.reject(error))
  await expect(patience(3).asking.with(URL_HERE, isTransient, attempt)).rejects.toBe(error)
  expect(attempt).toHaveBeenCalledTimes(1)
})

test('a host that asked for a pause gets the next attempt without a delay of ours: the pause is kept elsewhere', async () => {
  const attempt = (tries: number) => (tries < 3 ? Promise.reject(failing(429)) : Promise.resolve('well'))
  const asking = patience(5, undefined, 60_000).asking.with(URL_HERE, isTransient, attempt)
  await expect(asking).resolves.toBe('well')
})

test('the reason of the stop comes before any other', async () => {
  const stop = new AbortController()
  const attempt = () => {
    stop.abort(new Error('enough'))
    return Promise.reject(failing(500))
  }
  await expect(patience(3, stop.signal).asking.with(URL_HERE, isTransient, attempt)).rejects.toThrow('enough')
})

test('a delay is over when the crawl is stopped', async () => {
  const stop = new AbortController()
  const asking = patience(3, stop.signal, 60_000).asking.with(URL_HERE, isTransient, () => Promise.reject(failing(500)))
  setImmediate(() => stop.abort(new Error('enough')))
  await expect(asking).rejects.toThrow()
})

test('delays double from the first', () => {
  const { asking } = patience(3, undefined, 100)
  for (const [tries, most] of [
    [1, 100],
    [3, 400],
  ] as const) {
    expect(asking.waitMs(tries)).toBeGreaterThanOrEqual(most / 2)
    expect(asking.waitMs(tries)).toBeLessThanOrEqual(most)
  }
})
