import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { storeClient, type StoreClient } from '../../src/store/client.ts'
import { hostOf } from '../crawl/server.ts'

/** How a store treats conditions on PUT. */
export type Conditions = 'honoured' | 'ignored' | 'refused'

export interface MemoryStore {
  client: StoreClient
  endpoint: string
  objects: Map<string, Buffer>
  /** Each request, such as `PUT manifest.json If-Match`. */
  log: string[]
  /** Called before a request is answered; a returned status is the answer. */
  before: (request: string) => number | undefined
  /** The body of such an answer. */
  refusal?: string
  /** Returns the first page of a listing again and again. */
  isEndless?: boolean
  /** In place of each page of a listing. */
  page?: string
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

/** A store in memory that checks no signature: unlike with Swift, its treatment of conditions and its failures can be chosen. */
export async function memoryStore(conditions: Conditions): Promise<MemoryStore> {
  const store: Omit<MemoryStore, 'client' | 'endpoint'> = { objects: new Map(), log: [], before: () => undefined }
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
      const key = pathname.replace(/^\/bucket\/?(?:prefix\/)?/, '')
      const [match, none] = [request.headers['if-match'], request.headers['if-none-match']]
      const line = [request.method, key || searchParams.get('prefix'), match && 'If-Match', none && 'If-None-Match']
        .filter(Boolean)
        .join(' ')
      store.log.push(line)
      const answer = (status: number, content: Buffer | string = '', headers = {}) =>
        response.writeHead(status, { 'last-modified': new Date().toUTCString(), ...headers }).end(content)
      const status = store.before(line)
      if (status) return answer(status, store.refusal)
      const held = store.objects.get(key)
      if (request.method === 'PUT') {
        const isHeld = match === undefined ? none === undefined || !held : held !== undefined && etagOf(held) === match
        if ((match ?? none) !== undefined && conditions === 'refused') return answer(501)
        if (!isHeld && conditions === 'honoured') return answer(412)
        store.objects.set(key, body)
        return answer(200, '', { etag: etagOf(body) })
      }
      if (key === '') return answer(200, store.page ?? listing(store.objects, searchParams, store.isEndless))
      if (request.method === 'DELETE') return answer(store.objects.delete(key) ? 204 : 404)
      return held ? answer(200, request.method === 'HEAD' ? '' : held, { etag: etagOf(held) }) : answer(404, '<Code>NoSuchKey</Code>')
    })
  })
  const endpoint = `http://${await hostOf(server)}`
  const keys = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'here' }
  return Object.assign(store, { endpoint, client: storeClient({ url: 's3://bucket/prefix', endpoint, keys }) })
}

/** Two keys at a time, so that a list has several pages. */
function listing(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams, isEndless = false): string {
  const prefix = (query.get('prefix') ?? '').replace('prefix/', '')
  const all = [...objects].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))
  const from = isEndless ? 0 : Number(query.get('continuation-token') ?? 0)
  const lines = all
    .slice(from, from + 2)
    .map(
      ([key, { length }]) =>
        `<Contents><Key>prefix/${key}</Key><LastModified>${new Date(0).toISOString()}</LastModified><Size>${length}</Size></Contents>`,
    )
  const next = isEndless || from + 2 < all.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
  return `<ListBucketResult>${lines.join('')}${next}</ListBucketResult>`
}
