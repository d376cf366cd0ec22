import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { listen, PIXEL, sendJson, type Server } from './server.ts'
import { guide } from './small-service.ts'

/** Where a fault occurs: a list (/wikis/WIKI), a detail (/guides/1), a picture. */
export const PLACES = ['list', 'detail', 'picture'] as const
export type Place = (typeof PLACES)[number]

/** Sends a bad answer. `good` is the right one. */
export type Fault = (exchange: { response: ServerResponse; request: IncomingMessage; good: Buffer; type: string }) => void

const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  ({ response }) =>
    void response.writeHead(code, headers).end('{"error":true,"message":"No."}')
const json =
  (body: string): Fault =>
  ({ response }) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(body)
const redirect =
  (to: (request: IncomingMessage) => string): Fault =>
  ({ request, response }) =>
    void response.writeHead(302, { location: to(request) }).end()

/** Nothing listens on port 1; names below `invalid` do not resolve. */
const REFUSED = 'http://127.0.0.1:1'
const NO_NAME = 'http://nowhere.invalid'
/** Longer than the crawl of the matrix waits. */
const SLOW_MS = 20_000
const BOMB = gzipSync(Buffer.alloc(4_000_000))

export const FAULTS = {
  refused: redirect(({ url }) => REFUSED + (url ?? '')),
  reset: ({ request }) => void request.socket.resetAndDestroy(),
  'cut body': ({ response, good, type }) => {
    response.writeHead(200, { 'content-type': type, 'content-length': good.length })
    response.write(good.subarray(0, good.length / 2), () => response.destroy())
  },
  'wrong length': ({ response, good, type }) =>
    void response.writeHead(200, { 'content-type': type, 'content-length': good.length + 10, connection: 'close' }).end(good),
  'slow head': ({ response, good }) => void setTimeout(() => response.end(good), SLOW_MS).unref(),
  'slow body': ({ response, good, type }) => {
    response.writeHead(200, { 'content-type': type, 'content-length': good.length })
    response.write(good.subarray(0, 10))
  },
  'HTTP 401': status(401),
  'HTTP 403': status(403),
  'HTTP 404': status(404),
  'HTTP 410': status(410),
  'HTTP 422': status(422),
  'HTTP 429': status(429),
  'HTTP 429, Retry-After in seconds': status(429, { 'retry-after': '1' }),
  'HTTP 429, Retry-After as a date': (exchange) => status(429, { 'retry-after': new Date(Date.now() + 1000).toUTCString() })(exchange),
  'HTTP 500': status(500),
  'HTTP 502': status(502),
  'HTTP 503': status(503),
  'HTML with 200': ({ response }) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Are you a robot?</title>'),
  'JSON null': json('null'),
  'JSON []': json('[]'),
  'JSON {}': json('{}'),
  'wrong shape': json('{"guideid":"one","steps":"none","title":7}'),
  'gzip bomb': ({ response, type }) => void response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(BOMB),
  'endless redirect': redirect(({ url }) => url ?? ''),
  'redirect to another host': redirect(({ url, socket }) => `http://localhost:${socket.localPort ?? 0}${url ?? ''}`),
  'no such name': redirect(({ url }) => NO_NAME + (url ?? '')),
} satisfies Record<string, Fault>
export type FaultName = keyof typeof FAULTS

/** A service of one wiki, two guides and two pictures, whose first `times` answers at a place are faulty. */
export function faultyService(place: Place, fault: Fault | undefined, times: number): Promise<Server> {
  let struck = 0
  return listen((request, response, url) => {
    const path = url.pathname.replace(/^\/api\/2\.0/, '')
    const answer = answerAt(path, url, `http://${request.headers.host ?? ''}`)
    const isHere = PATHS[place] === path && Number(url.searchParams.get('offset')) === 0
    if (!answer) return sendJson(response, { error: true, message: 'Not found' }, 404)
    if (fault && isHere && request.headers.host?.startsWith('127.') && ++struck <= times) return fault({ request, response, ...answer })
    response.writeHead(200, { 'content-type': answer.type, 'content-length': answer.good.length }).end(answer.good)
  })
}

const PATHS: Record<Place, string> = { list: '/wikis/WIKI', detail: '/guides/1', picture: '/media/1.gif' }

function answerAt(path: string, url: URL, origin: string): { good: Buffer; type: string } | undefined {
  if (path.startsWith('/media/')) return { good: PIXEL, type: 'image/gif' }
  const image = (id: number) => ({ id, standard: `${origin}/media/${id}.gif` })
  const answers: Record<string, unknown> = {
    '/guides': [guide(1), guide(2)],
    '/guides/1': guide(1, { image: image(1) }),
    '/guides/2': guide(2, { image: image(2) }),
    '/wikis/WIKI': [{ title: 'Glossary', namespace: 'WIKI' }],
    '/wikis/WIKI/Glossary': { wikiid: 1, namespace: 'WIKI', title: 'Glossary', tags: [] },
  }
  const answer = Number(url.searchParams.get('offset')) > 0 ? [] : answers[path]
  return answer === undefined ? undefined : { good: Buffer.from(JSON.stringify(answer)), type: 'application/json' }
}
