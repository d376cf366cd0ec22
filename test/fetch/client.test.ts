import { expect, test } from 'vitest'
import { askJson as ask, clientFor, listen, sendJson, thrownBy } from '../crawl/server.ts'

test.each([
  ['in seconds', '300'],
  ["as a date, by the server's clock", 'Thu, 01 Jan 2026 00:05:00 GMT'],
])('Retry-After %s is waited for, and holds back every request to that host', async (_, header) => {
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

test.each(['headers', 'body'])('%s that do not come in time are a failure', async (late) => {
  const server = await listen((_, response) => late === 'body' && response.writeHead(200).write('['))
  const client = clientFor(server.url, { retries: 0, headersTimeoutMs: 200, bodyTimeoutMs: 200 })
  const message = expect.stringMatching(new RegExp(`${late} timeout`, 'i')) as string
  expect(await thrownBy(ask(client, server.url))).toMatchObject({ outcome: 'failed', message })
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
