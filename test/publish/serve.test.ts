import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isOwnPath } from '../../src/disk/own-path.ts'
import { SystemError } from '../../src/errors.ts'
import { listen } from '../../src/http/listen.ts'
import { type ServeOptions, serveSite } from '../../src/publish/serve.ts'
import { folderForAll, writeFiles } from '../folders.ts'
import { ask } from '../hosts/answer.ts'
import { hostLaws } from '../hosts/laws.ts'
import { hostFolder, smallSite } from '../hosts/small-site.ts'

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

const dist = folderForAll()
beforeAll(() => writeFiles(dist, FILES))

const ipOf = (origin: string) => origin.replace('localhost', '127.0.0.1')

async function start(options: Partial<ServeOptions> = {}) {
  const serving = await serveSite(dist, { base: '/', port: 0, ...options })
  onTestFinished(serving.close)
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(ipOf(serving.origin) + path, { redirect: 'manual', ...init })
    const { status, headers } = response
    const [type, location, range] = ['content-type', 'location', 'content-range'].map((name) => headers.get(name))
    return { status, type, location, range, text: await response.text() }
  }
  return { ...serving, get }
}

describe('as a host', () => {
  let origin: string
  const root = hostFolder()
  beforeAll(async () => {
    await smallSite(root, '/docs/')
    const serving = await serveSite(join(root, 'docs'), { base: '/docs/', port: 0 })
    origin = ipOf(serving.origin)
    return serving.close
  })
  // It sends the charset of every text, of JSON too.
  hostLaws(() => origin, { typeOfList: 'application/manifest+json; charset=utf-8' })
})

test.for([
  ['/guide/1?q=x', {}, { status: 301, location: '/guide/1/?q=x' }],
  ['/guide/2/', { method: 'HEAD' }, { status: 404, text: '' }],
  ['/', { method: 'POST' }, { status: 405 }],
  ['/media/3f/a.svg', {}, { status: 200, type: 'image/svg+xml' }],
  ['/media/3f/film.mp4', {}, { status: 200, type: 'video/mp4' }],
  ['/pagefind/en.pf_meta', {}, { status: 200, type: 'application/octet-stream' }],
] as const)('%s with %o is answered with %o', async ([path, init, answer]) => {
  const { get } = await start()
  expect(await get(path, init)).toMatchObject(answer)
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
] as const)('the range %s is answered with %i and the right bytes, and the server keeps running', async ([header, status, text, range]) => {
  const { get } = await start()
  expect(await get('/media/3f/film.mp4', { headers: { range: header } })).toMatchObject({ status, text, range })
  expect((await get('/')).status).toBe(200)
})

test.for([
  ['br', 'br', 'small'],
  ['gzip, br', 'br', 'small'],
  ['gzip', 'gzip', 'packed'],
  ['br;q=0, gzip;q=0.5', 'gzip', 'packed'],
  ['identity', undefined, '[1]'],
] as const)(
  'a client that accepts %s gets the matching compressed copy, under the type of the file',
  async ([accepted, encoding, text]) => {
    const { origin } = await start()
    const { headers, body } = await ask(ipOf(origin), '/words.json', { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'Accept-Encoding' })
    expect(body.toString()).toBe(text)
  },
)

const HIDDEN =
  '/%2Ebenchbook.json /guide/%2e%2e%2f.benchbook.json /../package.json /%2e%2e/package.json /..%2fpackage.json //guide/1 /% /%00'
test.each(HIDDEN.split(' '))('%s is not served', async (path) => {
  const { get } = await start()
  expect((await get(path)).status).toBe(404)
})

test('with a base, the root of the host redirects to the site', async () => {
  const { get, url, origin } = await start({ base: '/guides' })
  expect(url).toBe(`${origin}/guides/`)
  expect(await get('/')).toMatchObject({ status: 302, location: '/guides/' })
  expect((await get('/guide/1/')).status).toBe(404)
})

test('an API next to it answers its own paths and no others', async () => {
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

test('a port in use is an error, or the next free one is used if allowed', async () => {
  const other = createServer()
  onTestFinished(() => void other.close())
  const port = await listen(other, { host: '127.0.0.1', port: 0 })
  const taken = serveSite(dist, { base: '/', port })
  await expect(taken).rejects.toThrow(SystemError)
  await expect(taken).rejects.toThrow(`Port ${port} is in use. Choose another one with \`port\``)
  const { origin } = await start({ port, orNext: true })
  expect(Number(new URL(origin).port)).toBeGreaterThan(port)
})

test.for([`/${'a'.repeat(300)}/x`, `/${'a'.repeat(300)}`, '/a%00b/c', `/${'%F0%9F%94%A7'.repeat(80)}/`])(
  'an impossible file name is not found, and ends nothing: %s',
  async (path) => {
    const { get } = await start()
    expect(await get(path)).toMatchObject({ status: 404, text: '<h1>Not here</h1>' })
    expect((await get('/')).status).toBe(200)
  },
)

test('a client that disconnects during a 404 ends nothing', async () => {
  const { get, origin } = await start()
  for (let tries = 0; tries < 150; tries++) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write('GET /nope HTTP/1.1\r\nHost: localhost\r\n\r\n')
    for (let turns = 0; turns < tries; turns++) await nextTurn()
    if (tries % 2 === 0) socket.resetAndDestroy()
    else socket.destroy()
  }
  expect((await get('/')).status).toBe(200)
})

test('an address of thousands of folders costs about the same as one of a folder', () => {
  const cpuOf = (path: string, times: number): number => {
    const before = process.threadCpuUsage()
    for (let time = 0; time < times; time++) if (!isOwnPath(dist, path)) expect.fail(path)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  cpuOf('warm/up', 4000)
  expect(cpuOf('a/'.repeat(4000), 20)).toBeLessThan(cpuOf('a/a', 200 * 20))
})
