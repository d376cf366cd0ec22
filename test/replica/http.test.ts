import { readFile, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { startService } from '../../src/replica/http/server.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { ask, askRaw, column, SAMPLE, serve, serveSample, startUntilTestEnds } from './peer.ts'

test('an answer has an ETag, and is 304 if it matches', async () => {
  const { api } = await serveSample()
  const first = await fetch(`${api}/guides/1`)
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect(first.headers.get('cache-control')).toBe('no-cache')
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await fetch(`${api}/guides/1`, { headers: { 'if-none-match': known } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  }
  expect((await fetch(`${api}/guides/1`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  expect((await fetch(`${api}/guides/2`)).headers.get('etag')).not.toBe(etag)
})

test('HEAD has the headers of GET and no body', async () => {
  const { api } = await serveSample()
  const [head, got] = await Promise.all([fetch(`${api}/guides`, { method: 'HEAD' }), fetch(`${api}/guides`)])
  expect(await head.text()).toBe('')
  for (const name of ['content-length', 'content-type', 'etag', 'cache-control']) expect(head.headers.get(name)).toBe(got.headers.get(name))
  expect(Number(head.headers.get('content-length'))).toBe((await got.arrayBuffer()).byteLength)
})

test('pages of any origin may read, with a token and any valid headers of their preflight request', async () => {
  const { api } = await serveSample()
  const origin = { origin: 'https://elsewhere.example' }
  expect((await fetch(`${api}/guides/1`, { headers: origin })).headers.get('access-control-allow-origin')).toBe('*')
  const preflight = async (asked: string) => {
    const headers = { ...origin, 'access-control-request-headers': asked }
    const response = await fetch(`${api}/guides/1`, { method: 'OPTIONS', headers })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    return response.headers.get('access-control-allow-headers')
  }
  expect(await preflight('x-allow-http, x-anything-else')).toContain('x-allow-http, x-anything-else')
  for (const known of ['X-ALLOW-HTTP', 'X-App-Id', 'X-Requested-With', 'Authorization'])
    expect(await preflight('')).toMatch(new RegExp(known, 'i'))
  expect(await preflight('<script>')).not.toContain('<script>')
})

test.for(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is refused with the allowed methods', async (method) => {
  const response = await fetch(`${(await serveSample()).api}/guides/1`, { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  expect(await response.json()).toEqual({ error: true, message: 'This service is read only.' })
})

test.for(['/', '/index.html', '/api', '/api/2.01/guides', '/api/2.0', '/api/2.0/', '/api/2.0/nothing', '/media/other.example/a.jpg'])(
  '%s is unknown: 404 as JSON',
  async (path) => {
    const response = await fetch((await serveSample()).url + path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: true, message: expect.any(String) as string })
  },
)

test.for([
  ['/guides/..%2f..%2f..%2fetc%2fpasswd', 422],
  ['/guides/../../../../etc/passwd', 400],
  ['/wikis/CATEGORY/..%2f..%2fmanifest.json', 404],
  ['/wikis/CATEGORY/../../../manifest.json', 400],
  ['/guides/%2E%2e/1', 400],
  ['/./guides', 400],
  ['/wikis/..%2f../x', 404],
  ['/guides/1?langid=../../../1', 200],
  ['/media/images/..%2fx', 404],
] as const)('no path reaches another file: %s', async ([path, status]) => {
  const service = await serve({ records: [{ kind: 'guide', id: '1', body: { guideid: 1 } }] })
  const answer = await askRaw(service, `/api/2.0${path}`)
  expect(answer.status).toBe(status)
  expect(answer.body).not.toMatch(/"format"|root:/)
})

test('a path with invalid encoding is refused', async () => {
  expect(await ask(await serveSample(), '/wikis/CATEGORY/100%')).toMatchObject({ status: 422, body: { error: true } })
})

test('a URL that is too long is refused', async () => {
  const { api } = await serveSample()
  expect((await fetch(`${api}/search/${'x'.repeat(8000)}`)).status).toBe(200)
  expect((await fetch(`${api}/search/${'x'.repeat(9000)}`)).status).toBe(414)
  expect((await fetch(`${api}/search/${'x'.repeat(20_000)}`)).status).toBe(431)
})

test('an invalid stored answer is never served: an error in the form of the API, reported once', async () => {
  const errors: unknown[] = []
  const keys = [
    [{ kind: 'guide', id: '7' }, '/guides/7'],
    [{ kind: 'wiki', id: 'ITEM/Saw' }, '/wikis/ITEM/Saw'],
    [{ kind: 'user', id: '3' }, '/users/3'],
    [{ kind: 'site', id: '' }, '/sites/info'],
    [{ kind: 'guide-releases', id: '7' }, '/guides/7/releases'],
    [{ kind: 'wiki', id: 'INFO/About' }, '/wikis/INFO/About/tags'],
  ] as const
  const whole = { kind: 'guide', id: '8', body: { guideid: 8, prerequisites: [{ guideid: 7 }], steps: [{ stepid: 1 }] } } as const
  const service = await serve(
    { records: [...keys.map(([key]) => ({ ...key, body: '<html>' })), whole] },
    { onError: (error) => errors.push(error) },
  )
  for (const [, path] of [...keys, ...keys]) {
    const { status, body } = await ask(service, path)
    expect([path, status, body]).toEqual([
      path,
      500,
      { error: true, message: expect.stringMatching(/^records\/.* is damaged\. Crawl again/) as string },
    ])
  }
  expect(errors).toHaveLength(keys.length)
  expect(await ask(service, '/guides/8')).toMatchObject({ status: 200, body: { steps: [{ stepid: 1 }] } })
})

test('a damaged line of a list loses only that line', async () => {
  const cache = await temporaryFolder()
  await writeCache(cache, { lists: { guides: [1, 2, 3].map((guideid) => ({ guideid, title: `Guide ${guideid}` })) } })
  const path = join(cache, 'lists/guides.ndjson')
  await writeFile(path, (await readFile(path, 'utf8')).replace('"Guide 2"', '"Guide 2'))
  const service = await startUntilTestEnds(cache)
  expect(await column(service, '/guides', 'guideid')).toEqual([1, 3])
  expect(await column(service, '/guides?guideids=3,2', 'guideid')).toEqual([3])
  expect(await ask(service, '/search/Guide%203')).toMatchObject({ status: 200 })
})

test('latencyMs delays every answer, but not the end of a request that was aborted', async () => {
  const [service, slow] = [await serveSample({ latencyMs: 151 }), await serveSample({ latencyMs: 600_000 })]
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const waits = () => timer.mock.calls.map(([, ms]) => ms)
  await ask(service, '/guides/1')
  expect(waits()).toContain(151)
  const leaving = new AbortController()
  const asked = fetch(`${slow.api}/guides/1`, { signal: leaving.signal })
  await expect.poll(waits).toContain(600_000)
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await slow.close()
})

test('close() does not wait for connections that are kept alive', async () => {
  const service = await startService(await openCache(SAMPLE))
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  await new Promise((resolve) => get(`${service.api}/guides/1`, { agent }, (response) => response.resume().once('end', resolve)))
  const idle = connect(Number(new URL(service.url).port), '127.0.0.1')
  onTestFinished(() => void idle.destroy())
  await new Promise((resolve) => idle.once('connect', resolve))
  await service.close()
  await expect(fetch(service.api)).rejects.toThrow()
})

test('a port in use gives an error', async () => {
  const port = Number(new URL((await serveSample()).url).port)
  await expect(startService(await openCache(SAMPLE), { port })).rejects.toThrow(`Port ${port} is in use. Choose another one with \`port\``)
})

test('?pretty formats the same JSON over many lines, errors too', async () => {
  const { api } = await serveSample()
  const [plain, pretty] = await Promise.all(['/guides', '/guides?pretty'].map(async (path) => (await fetch(api + path)).text()))
  expect(pretty).toContain('\n    {\n        "')
  expect(JSON.parse(pretty ?? '')).toEqual(JSON.parse(plain ?? ''))
  for (const path of ['/guides/999999?pretty', '/guides?limit=x&pretty', '/guides/5/tags?type=XML&pretty', '/nothing?pretty=1']) {
    const text = await (await fetch(api + path)).text()
    expect(text.split('\n').length).toBeGreaterThan(2)
    expect(JSON.parse(text)).toMatchObject({ error: true })
  }
  expect(await (await fetch(`${api}/guides/999999`)).text()).not.toContain('\n')
})

test.each(['constructor', '__proto__', 'toString'])('%s in a query is a word like any other', async (word) => {
  const errors: unknown[] = []
  const service = await serveSample({ onError: (error) => errors.push(error) })
  expect((await ask(service, `/guides/5?langid=${word}`)).status).toBe(200)
  expect(await ask(service, `/suggest/kettle?filter=${word}`)).toMatchObject({ body: { results: [] } })
  for (const start of ['/suggest/kettle?doctypes=', '/guides?filter=', '/wikis/', '/guides?order=', '/categories?display='])
    expect((await ask(service, start + word)).status).toBeLessThan(500)
  expect((await ask(service, `/${word}/5`)).status).toBeLessThan(500)
  expect(errors).toEqual([])
})
