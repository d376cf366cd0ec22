import { hash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A service of generated guides and pictures with a latency, in its own process: `service.ts GUIDES PICTURES LATENCY_MS`. Prints its
 * address.
 */
const [guides = 0, pictures = 0, latencyMs = 0] = process.argv.slice(2).map(Number)

const PIXEL = Buffer.concat([Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), Buffer.alloc(8000)])
const LINE = {
  text_raw: 'Lift the lid.',
  text_rendered: '<p>Lift the lid, then <a href="/Info/Lids">mind</a> the spring.</p>',
  bullet: 'black',
  level: 0,
}
const STEPS = 8

function guide(id: number): unknown {
  const start = Math.floor(((id - 1) * pictures) / guides)
  const own = Array.from({ length: Math.floor((id * pictures) / guides) - start }, (_, index) => start + index)
  const steps = Array.from({ length: Math.max(STEPS, own.length) }, (_, index) => {
    const picture = own[index]
    const image = picture === undefined ? [] : [{ id: picture + 1, standard: `/media/${picture}.standard` }]
    return {
      guideid: id,
      stepid: id * 100 + index,
      orderby: index + 1,
      title: '',
      lines: Array(4).fill(LINE),
      media: { type: 'image', data: image },
    }
  })
  return { ...summary(id), steps, introduction_rendered: '<p>What it takes.</p>', prerequisites: [], tools: [], parts: [] }
}

const summary = (id: number) => ({ guideid: id, title: `Guide ${id}`, locale: 'en', category: '', type: 'repair', revisionid: 1, tags: [] })

function answer({ pathname, searchParams }: URL, response: ServerResponse): void {
  const [, kind, name] = /^\/(?:api\/2\.0\/)?(guides|media)(?:\/(\d+)(?:\.standard)?)?$/.exec(pathname) ?? []
  if (kind === 'media') return void response.writeHead(200, { 'content-type': 'image/gif', 'content-length': PIXEL.length }).end(PIXEL)
  const offset = Number(searchParams.get('offset'))
  const page = () => Array.from({ length: Math.max(0, Math.min(200, guides - offset)) }, (_, index) => summary(offset + index + 1))
  const body = kind === undefined ? '{}' : JSON.stringify(name ? guide(Number(name)) : page())
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), etag: `"${hash('sha1', body)}"` }
  response.writeHead(kind === undefined ? 404 : 200, headers).end(body)
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const url = new URL(request.url ?? '', 'http://service.invalid')
  if (latencyMs === 0) answer(url, response)
  else setTimeout(() => answer(url, response), latencyMs)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
