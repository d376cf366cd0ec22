import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchInTime, inTime } from '../../src/trusted/fetch-in-time.ts'

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/file.json`
}

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('a request that is never answered fails after ten seconds', async () => {
  const asked = Promise.withResolvers<unknown>()
  const url = await serve(asked.resolve)
  fakeTimers()
  const answer = fetchInTime(url)
  await asked.promise
  vi.advanceTimersByTime(10_000)
  await expect(answer).rejects.toThrow(new TypeError(`${url} does not answer.`))
})

test('an answer that stops in the middle fails after ten seconds, one that goes on does not', async () => {
  let goOn = (): void => undefined
  const url = await serve((_, answer) => {
    answer.write('begin')
    goOn = () => answer.write(' more')
  })
  fakeTimers()
  const { body } = await fetchInTime(url)
  const reader = body?.getReader()
  const read = async () => new TextDecoder().decode((await reader?.read())?.value)
  expect(await read()).toBe('begin')
  vi.advanceTimersByTime(9_000)
  goOn()
  expect(await read()).toBe(' more')
  vi.advanceTimersByTime(9_000)
  goOn()
  expect(await read()).toBe(' more')
  vi.advanceTimersByTime(10_000)
  await expect(read()).rejects.toThrow('does not answer')
})

test('an answer keeps its address, status and type, and can be cancelled', async () => {
  const url = await serve((request, answer) => {
    if (request.url === '/file.json') answer.writeHead(302, { location: '/other' }).end()
    else answer.writeHead(404, { 'content-type': 'application/json' }).end('{}')
  })
  const answer = await fetchInTime(url)
  expect([new URL(answer.url).pathname, answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([
    '/other',
    404,
    'application/json',
    {},
  ])
  const stop = new AbortController()
  const stopped = fetchInTime(url, { signal: stop.signal })
  stop.abort(new Error('not needed'))
  await expect(stopped).rejects.toThrow('not needed')
})

test('a module that is never loaded fails after ten seconds', async () => {
  fakeTimers()
  const module = inTime(new Promise(() => undefined))
  vi.advanceTimersByTime(10_000)
  await expect(module).rejects.toThrow(TypeError)
})
