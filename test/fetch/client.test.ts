import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { askJson as ask, clientFor, collect, listen, sendJson, thrownBy } from '../crawl/server.ts'

test.each([
  ['in seconds', '300'],
  ["as a date, by the server's clock", 'Thu, 01 Jan 2026 00:05:00 GMT'],
])('Retry-After %s is respected, and delays every request to that host', async (_, header) => {
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT'
  const server = await listen((_, response) => sendJson(response, {}, 429, { 'retry-after': header, date }))
  const stop = new AbortController()
  const notes: string[] = []
  const client = clientFor(server.url, { concurrency: 1 }, stop.signal, (note) => notes.push(note))
  const asking = Promise.allSettled(['/a', '/b', '/c'].map((path) => ask(client, server.url + path)))
  await expect.poll(() => client.waits.map(({ reason, requests }) => [reason, requests])).toEqual([['pause', 3]])
  expect([server.asked, client.throttling]).toEqual([['/a'], { answers: 1, waitMs: expect.closeTo(300_000) as number }])
  expect(notes).toEqual([`${new URL(server.url).host} asked for a pause: nothing is requested there for 300 s.`])
  stop.abort(new Error('enough'))
  const ended = (await asking).map((result) => result.status === 'rejected' && String(result.reason))
  expect([ended, client.waits]).toEqual([Array(3).fill('Error: enough'), []])
})

test.each([
  ['is reset', 'reset'],
  ['is cut', 'cut'],
  ['is shorter than it says', 'short'],
  ['is an HTML page', 'html'],
  ['is cut JSON without a length', 'json'],
])('a body that %s is requested again', async (_, how) => {
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

test.each(['headers', 'body'])('%s that do not arrive in time are a failure', async (late) => {
  const server = await listen((_, response) => late === 'body' && response.writeHead(200).write('['))
  const client = clientFor(server.url, { retries: 0, headersTimeoutMs: 200, bodyTimeoutMs: 200 })
  const message = expect.stringMatching(new RegExp(`${late} timeout`, 'i')) as string
  expect(await thrownBy(ask(client, server.url))).toMatchObject({ outcome: 'failed', message })
})

test.each([
  [1, 1],
  [3, 3],
  [8, 10],
])('no more than %d requests are in progress at once, and %d connections are reused', async (concurrency, connections) => {
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

const TEXT = JSON.stringify({ title: 'Kettle' })

async function answerOf(encoding: string, bytes: Uint8Array): Promise<unknown> {
  const server = await listen((_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bytes))
  return ask(clientFor(server.url, { retries: 0 }), server.url).catch((thrown: unknown) => thrown)
}

test.each([
  ['gzip', gzipSync(TEXT)],
  ['X-GZip', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['zstd', zstdCompressSync(TEXT)],
  ['identity', Buffer.from(TEXT)],
  ['gzip, gzip', gzipSync(gzipSync(TEXT))],
  ['gzip, identity, br', brotliCompressSync(gzipSync(TEXT))],
  ['br,,zstd', zstdCompressSync(brotliCompressSync(TEXT))],
])('a body encoded as "%s" is read', async (encoding, bytes) => {
  expect(await answerOf(encoding, bytes)).toEqual({ title: 'Kettle' })
})

const UNKNOWN = ['aws-chunked', 'foo', 'gzip, foo', 'gzip, gzip, gzip, gzip', 'constructor', 'x'.repeat(5000), '🔥']
test.each(UNKNOWN)('a body with an unknown encoding is a failure with an error: %#', async (encoding) => {
  const answer = await answerOf(Buffer.from(encoding).toString('latin1'), Buffer.from(TEXT))
  expect(answer).toMatchObject({
    outcome: 'failed',
    message: expect.stringMatching(/ is encoded as ".{1,61}", which was not asked for\.$/) as string,
  })
})

test.each([
  ['gzip', 'plain text', Buffer.from(TEXT)],
  ['deflate', 'deflate without a header', deflateRawSync(TEXT)],
  ['br', 'a repeated byte', Buffer.alloc(2000, 7)],
  ['zstd', 'gzip', gzipSync(TEXT)],
  ['zstd', 'cut short', zstdCompressSync(TEXT).subarray(0, 12)],
  ['gzip, gzip', 'gzip once', gzipSync(TEXT)],
])('a body that is not really "%s", but %s, is a failure', async (encoding, _, bytes) => {
  expect(await answerOf(encoding, bytes)).toMatchObject({ outcome: 'failed' })
})

/** A gzip stream of many empty blocks: bytes arrive, but decompress to nothing. */
const ofNothing = (bytes: number): Buffer =>
  Buffer.concat([gzipSync('').subarray(0, 10), Buffer.alloc(bytes - (bytes % 5), Buffer.from([0, 0, 0, 0xff, 0xff]))])

test.each([
  ['a bomb in a bomb', 'gzip, gzip', gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
  ['what nothing comes out of', 'gzip', ofNothing(2_000_000)],
  ['what nothing comes out of', 'gzip, br', brotliCompressSync(ofNothing(2_000_000))],
])('%s, encoded as "%s", exceeds the limit at some point', async (_, encoding, bytes) => {
  expect(await answerOf(encoding, bytes)).toMatchObject({ outcome: 'too large' })
})

test.each([1, 2, 4])('a stalled disk holds back requests on %d connections, and loses nothing when it resumes', async (concurrency) => {
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
  // Others are answered, and still nothing more is requested.
  const other = await listen((_, response) => void response.end('x'))
  for (let times = 0; times < 20; times++) await (await fetch(other.url)).text()
  expect(server.asked).toHaveLength(held)
  moves()
  expect(await Promise.all(getting)).toEqual(getting.map((_, at) => at))
  expect(server.asked).toHaveLength(60)
})
