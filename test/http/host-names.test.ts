import { request, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { hostname } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { serveSite } from '../../src/publish/serve.ts'
import { guardedServer, onlyOwnNames } from '../../src/http/guarded-server.ts'
import { listen } from '../../src/http/listen.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { startServer } from '../../src/replica/http/server.ts'

const greet: RequestListener = (_, response) => void response.end('well')

async function start(names: string[], answer = greet): Promise<number> {
  const server = guardedServer(onlyOwnNames(names, answer))
  onTestFinished(() => void server.close())
  return listen(server, { host: '127.0.0.1', port: 0 })
}

function ask(port: number | string, host: string, path = '/'): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers: { host, connection: 'close' } }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
    sent.once('error', reject).end()
  })
}

test.for(['localhost', 'LOCALHOST:4321', '127.0.0.1:80', '[::1]:80', '192.168.1.20', 'guides.localhost', 'guides.example', hostname()])(
  'a request for %s is answered',
  async (host) => {
    expect(await ask(await start(['Guides.example']), host)).toEqual({ status: 200, body: 'well' })
  },
)

test.for(['rebound.example', 'rebound.example:4321', 'localhost.rebound.example', '127.0.0.1.rebound.example', 'evil-localhost'])(
  'a request for %s gets 421 with the reason, and no content',
  async (host) => {
    const { status, body } = await ask(await start(['guides.example']), host)
    expect(status).toBe(421)
    expect(body).toBe(
      `This server does not go by the name ${host.replace(/:\d+$/, '')}. Its operator can add that name to those that it answers to.\n`,
    )
  },
)

test('an absolute request target determines the host, and is answered like its path', async () => {
  const port = await start([], ({ url }, response) => void response.end(url))
  const target = (path: string, host = 'localhost') => ask(port, host, path)
  expect(await target(`http://127.0.0.1:${port}/api/2.0/tags?limit=1`)).toEqual({ status: 200, body: '/api/2.0/tags?limit=1' })
  expect(await target('HTTP://LOCALHOST')).toEqual({ status: 200, body: '/' })
  expect(await target('http://localhost?a=//b', 'rebound.example')).toEqual({ status: 200, body: '/?a=//b' })
  for (const other of ['http://rebound.example/', 'http://localhost@rebound.example/', 'http:///tags'])
    expect([other, (await target(other)).status]).toEqual([other, 421])
})

test('a served site and a served API only answer to their names', async () => {
  const folder = await temporaryFolder({ 'index.html': '<h1>Home</h1>' })
  const site = await serveSite(folder, { base: '/', port: 0, hostNames: ['guides.example'] })
  onTestFinished(site.close)
  const api = await startServer(() => Promise.resolve(false), { hostNames: ['guides.example'] })
  onTestFinished(api.close)
  for (const [{ port }, own] of [
    [new URL(site.url), 200],
    [new URL(api.url), 404],
  ] as const) {
    expect((await ask(port, 'rebound.example')).status).toBe(421)
    expect((await ask(port, 'guides.example')).status).toBe(own)
  }
})
