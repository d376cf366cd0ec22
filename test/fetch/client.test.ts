import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { RequestError, UnauthorisedError } from '../../src/errors.ts'
import type { Client } from '../../src/fetch/client.ts'
import { getJson } from '../../src/crawl/json.ts'
import { clientFor, collect, listen, sendJson } from '../crawl/server.ts'

const anything = (value: unknown) => ({ ok: true, value }) as const

async function ask(client: Client, url: string, maxBytes = 1_000_000): Promise<unknown> {
  const { value } = await getJson(client, url, { maxBytes, understand: anything })
  return value
}

async function errorOf(asking: Promise<unknown>): Promise<RequestError> {
  const error: unknown = await asking.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof RequestError) return error
  throw new Error(`expected a RequestError, got ${String(error)}`)
}

test.each([
  [404, 'gone'],
  [410, 'gone'],
  [403, 'private'],
  [422, 'failed'],
] as const)('a %d is counted as %s and is not retried', async (status, outcome) => {
  const server = await listen((_, response) => sendJson(response, {}, status))
  expect(await errorOf(ask(clientFor(server.url), server.url))).toMatchObject({ outcome, code: 'ERR_REQUEST', facts: { status } })
  expect(server.asked).toHaveLength(1)
})

test.each([500, 502, 503])('a %d is retried until the tries are used up, and then failed', async (status) => {
  const server = await listen((_, response) => sendJson(response, {}, status))
  const error = await errorOf(ask(clientFor(server.url, { retries: 1 }), server.url))
  expect(error).toMatchObject({ outcome: 'failed', message: expect.stringContaining('(2 tries)') as string })
  expect(server.asked).toHaveLength(2)
})

test('a 401 of the API ends the crawl', async () => {
  const server = await listen((_, response) => sendJson(response, {}, 401))
  await expect(ask(clientFor(server.url), server.url)).rejects.toThrow(UnauthorisedError)
})

test.each([
  ['in seconds', '300'],
  ["as a date, by the server's clock", 'Thu, 01 Jan 2026 00:05:00 GMT'],
])('Retry-After %s is waited for, and holds back every request to that host', async (_, header) => {
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT'
  const server = await listen((_, response) => sendJson(response, {}, 429, { 'retry-after': header, date }))
  const stop = new AbortController()
  const client = clientFor(server.url, { concurrency: 1 }, stop.signal)
  const asking = Promise.allSettled(['/a', '/b', '/c'].map((path) => ask(client, server.url + path)))
  await expect.poll(() => client.waits.map(({ reason, requests }) => [reason, requests])).toEqual([['pause', 3]])
  expect([server.asked, client.throttling]).toEqual([['/a'], { answers: 1, waitMs: 300_000 }])
  stop.abort()
  await asking
})

test.each([
  ['is reset', 'reset'],
  ['is cut', 'cut'],
  ['is shorter than it says', 'short'],
  ['is an HTML page', 'html'],
  ['is cut JSON without a length', 'json'],
])('a body that %s is asked for again', async (_, how) => {
  let isFirst = true
  const server = await listen((request, response) => {
    if (!isFirst) return sendJson(response, 'right')
    isFirst = false
    if (how === 'reset') return void request.socket.resetAndDestroy()
    if (how === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Are you a robot?</h1>')
    if (how === 'json') return void response.writeHead(200, { connection: 'close' }).end('{"guideid": 1, "ti')
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('["half", ')
    if (how === 'cut') setTimeout(() => request.socket.destroy(), 20)
    else setTimeout(() => request.socket.end(), 20)
  })
  expect(await ask(clientFor(server.url), server.url)).toBe('right')
  expect(server.asked).toHaveLength(2)
})

test('what stays HTML is "not JSON" in the end', async () => {
  const server = await listen((_, response) => void response.end('<h1>Are you a robot?</h1>'))
  const error = await errorOf(ask(clientFor(server.url, { retries: 1 }), server.url))
  expect(error).toMatchObject({ outcome: 'not JSON', message: expect.stringContaining('an HTML page') as string })
})

test('headers and a body that do not come in time are failures', async () => {
  const server = await listen((request, response) => {
    if (request.url === '/slow-body') response.writeHead(200).write('[')
  })
  const client = clientFor(server.url, { retries: 0, headersTimeoutMs: 200, bodyTimeoutMs: 200 })
  expect(await errorOf(ask(client, `${server.url}/slow-head`))).toMatchObject({
    outcome: 'failed',
    message: expect.stringMatching(/headers timeout/i) as string,
  })
  expect(await errorOf(ask(client, `${server.url}/slow-body`))).toMatchObject({
    outcome: 'failed',
    message: expect.stringMatching(/body timeout/i) as string,
  })
})

test('a body that is too large, as sent or as decoded, is refused and not asked for again', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000, ' '))
  const server = await listen((request, response) => {
    if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    else if (request.url === '/long') response.writeHead(200, { 'content-length': '5000000' }).end(Buffer.alloc(5_000_000, ' '))
    else response.writeHead(200).end(Buffer.alloc(5_000_000, ' '))
  })
  const client = clientFor(server.url)
  for (const path of ['/bomb', '/long', '/chunked'])
    expect(await errorOf(ask(client, `${server.url}${path}`, 100_000))).toMatchObject({ outcome: 'too large' })
  expect(server.asked).toHaveLength(3)
})

test('compressed answers are understood', async () => {
  const server = await listen((_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":"é"}')))
  expect(await ask(clientFor(server.url), server.url)).toEqual({ a: 'é' })
})

test('the token and who asks are sent to the source, and the token to no other origin', async () => {
  const other = await listen((_, response) => void response.end('picture'))
  const server = await listen((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: `${other.url}/here` }).end()
    else sendJson(response, 1)
  })
  const client = clientFor(server.url, { token: 'secret' })
  await ask(client, server.url)
  const media = {
    of: 'media',
    maxBytes: 1000,
    read: ({ chunks }: { chunks: AsyncIterable<Uint8Array> }) => collect(chunks),
  } as const
  await client.get(`${server.url}/moved`, media)
  await client.get(`${other.url}/direct`, media)
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['api secret', 'api secret'])
  expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
  expect(other.requests[0]?.headers['user-agent']).toBe('Benchbook/0.1.0 (+test@example.org)')
})

test('an answer of the API is not taken from another host, and redirects have an end', async () => {
  const server = await listen((request, response) => {
    response.writeHead(302, { location: request.url === '/away' ? 'http://localhost:1/api' : '/round' }).end()
  })
  const client = clientFor(server.url)
  expect(await errorOf(ask(client, `${server.url}/away`))).toMatchObject({ outcome: 'failed', facts: { url: 'http://localhost:1/api' } })
  expect((await errorOf(ask(client, `${server.url}/round`))).message).toContain('redirects more than 5 times')
})

test.each([
  [1, 1],
  [3, 3],
  [8, 10],
])('no more than %d requests are under way at once, and %d connections are used again', async (concurrency, connections) => {
  let now = 0
  let most = 0
  const server = await listen((_, response) => {
    most = Math.max(most, ++now)
    setTimeout(() => {
      now--
      sendJson(response, 1)
    }, 10)
  })
  const client = clientFor(server.url, { concurrency })
  await Promise.all(Array.from({ length: 60 }, (_, index) => ask(client, `${server.url}/${index}`)))
  expect(most).toBe(concurrency)
  expect(new Set(server.requests.map(({ socket }) => socket)).size).toBe(connections)
})

test('an aborted signal ends requests, pauses and what waits for a place', async () => {
  const stop = new AbortController()
  const hanging = await listen(() => undefined)
  const busy = await listen((_, response) => sendJson(response, {}, 429, { 'retry-after': '60' }))
  const client = clientFor(busy.url, { concurrency: 1 }, stop.signal)
  const asking = Promise.allSettled([`${busy.url}/busy`, `${hanging.url}/hangs`, `${hanging.url}/waits`].map((url) => ask(client, url)))
  await expect.poll(() => [client.waits.map(({ reason }) => reason), hanging.asked]).toEqual([['pause'], ['/hangs']])
  stop.abort(new Error('enough'))
  const results = await asking
  expect(results.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(Array(3).fill('Error: enough'))
})
