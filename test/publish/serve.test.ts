import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isOwnPath } from '../../src/disk/own-path.ts'
import { type ServeOptions, serveSite } from '../../src/publish/serve.ts'
import { SystemError } from '../../src/errors.ts'

let dist: string

const FILES = {
  'index.html': '<h1>Home</h1>',
  'guide/1/index.html': '<h1>One</h1>',
  '404.html': '<h1>Not here</h1>',
  'media/3f/a.svg': '<svg/>',
  'media/3f/film.mp4': '0123456789',
  'pagefind/en.pf_meta': 'x',
  'words.json': '[1]',
  'words.json.br': 'small',
  'words.json.gz': 'packed',
  '.benchbook.json': '{}',
}

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'benchbook-serve-'))
  for (const [file, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(dist, file)), { recursive: true })
    await writeFile(join(dist, file), content)
  }
})
afterAll(() => rm(dist, { recursive: true }))

async function start(options: Partial<ServeOptions> = {}) {
  const serving = await serveSite(dist, { base: '/', port: 0, ...options })
  onTestFinished(serving.close)
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(serving.origin.replace('localhost', '127.0.0.1') + path, { redirect: 'manual', ...init })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      location: response.headers.get('location'),
      text: await response.text(),
    }
  }
  return { ...serving, get }
}

test('a folder answers with its index page', async () => {
  const { get } = await start()
  expect(await get('/guide/1/?q=x')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8', text: '<h1>One</h1>' })
})

test('a folder without the closing slash is redirected, query kept', async () => {
  const { get } = await start()
  expect(await get('/guide/1?q=x')).toMatchObject({ status: 301, location: '/guide/1/?q=x' })
})

test('what is not there answers 404 with the page for it', async () => {
  const { get } = await start()
  expect(await get('/guide/2/')).toMatchObject({ status: 404, type: 'text/html; charset=utf-8', text: '<h1>Not here</h1>' })
  expect(await get('/guide/2/', { method: 'HEAD' })).toMatchObject({ status: 404, text: '' })
})

test('files have their types', async () => {
  const { get } = await start()
  expect((await get('/media/3f/a.svg')).type).toBe('image/svg+xml')
  expect((await get('/media/3f/film.mp4')).type).toBe('video/mp4')
  expect((await get('/pagefind/en.pf_meta')).type).toBe('application/octet-stream')
})

test('a range of a file is answered with 206', async () => {
  const { get } = await start()
  expect(await get('/media/3f/film.mp4', { headers: { range: 'bytes=2-4' } })).toMatchObject({ status: 206, text: '234' })
})

test.for([
  ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=7-99', 206, '789', 'bytes 7-9/10'],
  ['bytes=-1', 206, '9', 'bytes 9-9/10'],
  ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=5-2', 200, '0123456789', null],
  ['bytes=-0', 416, '', 'bytes */10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=a-b', 200, '0123456789', null],
  ['lines=1-2', 200, '0123456789', null],
  ['bytes=1-2,4-5', 200, '0123456789', null],
] as const)(
  'the range %s is answered with %i and the right bytes, and the server lives on',
  async ([range, status, text, contentRange]) => {
    const { get, origin } = await start()
    const url = `${origin.replace('localhost', '127.0.0.1')}/media/3f/film.mp4`
    const response = await fetch(url, { headers: { range } })
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([status, text, contentRange])
    expect((await get('/')).status).toBe(200)
  },
)

test.for([
  ['br', 'br', 'small'],
  ['gzip, br', 'br', 'small'],
  ['gzip', 'gzip', 'packed'],
  ['br;q=0, gzip;q=0.5', 'gzip', 'packed'],
  ['identity', null, '[1]'],
] as const)(
  'who takes %s gets the copy beside a file that is compressed so, under the type of the file',
  async ([accepted, encoding, text]) => {
    const { origin } = await start()
    const { port } = new URL(origin)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/words.json', headers: { 'accept-encoding': accepted } }, resolve).once('error', reject)
    })
    expect(response.headers['content-encoding'] ?? null).toBe(encoding)
    expect(response.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'Accept-Encoding' })
    expect(await readText(response)).toBe(text)
  },
)

test('a file that the asker has is answered with 304', async () => {
  const { origin } = await start()
  const url = `${origin.replace('localhost', '127.0.0.1')}/media/3f/film.mp4`
  const first = await fetch(url)
  await first.text()
  const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('a folder is not listed', async () => {
  const { get } = await start()
  expect((await get('/media/3f/')).status).toBe(404)
})

test.each([
  '/.benchbook.json',
  '/%2ebenchbook.json',
  '/%2Ebenchbook.json',
  '/guide/%2e%2e%2f.benchbook.json',
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '//guide/1',
  '/%',
  '/%00',
])('%s shows nothing', async (path) => {
  const { get } = await start()
  expect((await get(path)).status).toBe(404)
})

test('only reading is allowed', async () => {
  const { get } = await start()
  expect((await get('/', { method: 'POST' })).status).toBe(405)
})

test('below a base the site stands there and only there', async () => {
  const { get, url, origin } = await start({ base: '/guides' })
  expect(url).toBe(`${origin}/guides/`)
  expect((await get('/guides/guide/1/')).text).toBe('<h1>One</h1>')
  expect(await get('/guides/guide/1')).toMatchObject({ status: 301, location: '/guides/guide/1/' })
  expect(await get('/guides')).toMatchObject({ status: 301, location: '/guides/' })
  expect(await get('/')).toMatchObject({ status: 302, location: '/guides/' })
  expect((await get('/guide/1/')).status).toBe(404)
})

test('a service beside it answers its own paths and leaves the others', async () => {
  const { get } = await start({
    api(request, response) {
      if (!request.url?.startsWith('/api/2.0')) return Promise.resolve(false)
      response.end('[]')
      return Promise.resolve(true)
    },
  })
  expect((await get('/api/2.0/guides')).text).toBe('[]')
  expect((await get('/guide/1/')).text).toBe('<h1>One</h1>')
})

test('a port in use is a sentence, or the next free one when that is allowed', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const taken = serveSite(dist, { base: '/', port })
  await expect(taken).rejects.toThrow(SystemError)
  await expect(taken).rejects.toThrow(`Port ${port} is in use. Choose another one with \`port\``)
  const { origin } = await start({ port, orNextPort: true })
  expect(Number(new URL(origin).port)).toBeGreaterThan(port)
})

test.for([`/${'a'.repeat(300)}/x`, `/${'a'.repeat(300)}`, '/a%00b/c', `/${'%F0%9F%94%A7'.repeat(80)}/`])(
  'what no file can be called is not found, and ends nothing: %s',
  async (path) => {
    const { get } = await start()
    expect(await get(path)).toMatchObject({ status: 404, text: '<h1>Not here</h1>' })
    expect((await get('/')).status).toBe(200)
  },
)

test('a client that leaves while it is told that nothing is there ends nothing', async () => {
  const { get, origin } = await start()
  const { port } = new URL(origin)
  for (let tries = 0; tries < 150; tries++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write('GET /nope HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await sleep(tries % 4)
    if (tries % 2 === 0) socket.resetAndDestroy()
    else socket.destroy()
  }
  expect((await get('/')).status).toBe(200)
})

test('an address of thousands of folders costs about what one of a folder does', () => {
  const cpuOf = (path: string, times: number): number => {
    const before = process.threadCpuUsage()
    for (let time = 0; time < times; time++) if (!isOwnPath(dist, path)) expect.fail(path)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  cpuOf('warm/up', 4000)
  expect(cpuOf('a/'.repeat(4000), 20)).toBeLessThan(cpuOf('a/a', 200 * 20))
})
