import { expect, test, vi } from 'vitest'
import type { Spoil } from './spoil.ts'
import { ask, serve } from './peer.ts'

const pdf = Buffer.from(`%PDF-1.7\n${'0123456789'.repeat(20_000)}`)
const content = {
  records: [{ kind: 'guide', id: '1', body: { guideid: 1, text: 'x'.repeat(500) } } as const],
  media: { 'https://media.example/a.pdf': pdf },
}
const spoilt = (spoil: Spoil) => serve(content, { spoil })

test('a status and headers take the place of the right ones', async () => {
  const { api } = await spoilt(() => ({ status: 429, headers: { 'retry-after': '7' } }))
  const response = await fetch(`${api}/guides/1`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
})

test('HTML can come with 200', async () => {
  const { api } = await spoilt(() => ({ body: '<h1>Are you a robot?</h1>' }))
  const response = await fetch(`${api}/guides/1`)
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/html; charset=utf-8',
    '<h1>Are you a robot?</h1>',
  ])
})

test('a connection is reset before the head', async () => {
  const { api } = await spoilt(() => ({ reset: 'before' }))
  await expect(fetch(`${api}/guides/1`)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
})

test('a connection is reset after the head', async () => {
  const { api } = await spoilt(() => ({ reset: 'after headers' }))
  const response = await fetch(`${api}/guides/1`)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
})

test.for([0, 100, 100_000])('a body is cut after %d bytes, and its head promises all of it', async (bytes) => {
  const { url } = await spoilt(() => ({ cutAfterBytes: bytes }))
  const response = await fetch(`${url}/media/media.example/a.pdf`)
  expect(response.headers.get('content-length')).toBe(String(pdf.length))
  let arrived = 0
  const reading = (async () => {
    for await (const chunk of response.body ?? []) arrived += (chunk as Uint8Array).length
  })()
  await expect(reading).rejects.toThrow()
  expect(arrived).toBe(bytes)
})

test('head and body can be late', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const delays = () => timer.mock.calls.map(([, ms]) => ms).filter((ms) => ms === 101 || ms === 151)
  const { api } = await spoilt(() => ({ delayMs: 101, bodyDelayMs: 151 }))
  const response = await fetch(`${api}/guides/1`)
  expect(delays()[0]).toBe(101)
  await response.text()
  expect(delays()).toEqual([101, 151])
})

test('an answer that is late holds nobody up who has left', async () => {
  const service = await spoilt(() => ({ delayMs: 60_000 }))
  await expect(fetch(`${service.api}/guides/1`, { signal: AbortSignal.timeout(100) })).rejects.toThrow()
  await service.close()
})

test('it is told the request and how often the same was asked', async () => {
  const seen: unknown[] = []
  const service = await spoilt(({ method, path, query, count }) => {
    seen.push([method, path, query.get('langid'), count])
    return count === 1 && path.endsWith('/guides/1') ? { status: 500 } : undefined
  })
  expect((await ask(service, '/guides/1')).status).toBe(500)
  expect((await ask(service, '/guides/1')).status).toBe(200)
  expect((await ask(service, '/guides/1?langid=de')).status).toBe(500)
  expect(seen).toEqual([
    ['GET', '/api/2.0/guides/1', null, 1],
    ['GET', '/api/2.0/guides/1', null, 2],
    ['GET', '/api/2.0/guides/1', 'de', 1],
  ])
})
