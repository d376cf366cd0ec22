import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { CHECKED_PATH } from '../../src/cache/layout.ts'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import type { CrawlOptions } from '../../src/crawl/options.ts'
import { folder, listen, optionsFor, PIXEL, sendJson, type Server } from './server.ts'

type Sender = (response: ServerResponse) => unknown

/** The answers of a service with a few made-up records; paths are below `/api/2.0`. */
export interface SmallService {
  /** In the list's order. */
  guides?: GuideLike[]
  /** Other answers by path, without the query. */
  answers?: Record<string, unknown>
  /** Gets each request first; true if it answered. */
  before?: (request: IncomingMessage, response: ServerResponse, url: URL) => boolean
  /** A replacement for the answer: a status, JSON, or a function that answers itself; falsy to keep the answer. */
  instead?: (path: string, url: URL, request: IncomingMessage) => number | object | Sender | false | undefined
}

export type GuideLike = Record<string, unknown> & { guideid: number }

/** As many guides as wanted; the list contains no tags. */
export function guides(count: number): GuideLike[] {
  return Array.from({ length: count }, (_, index) => guide(index + 1))
}

export function guide(guideid: number, rest: Record<string, unknown> = {}): GuideLike {
  return { guideid, title: `Guide ${guideid}`, locale: 'en', category: '', type: 'repair', revisionid: 1, steps: [], tags: [], ...rest }
}

/** A service on `node:http`: pages lists, answers details, has one picture at every path below `/media/`. */
export const smallService = ({ guides: all = [], answers = {}, before, instead }: SmallService): Promise<Server> =>
  listen((request, response, url) => {
    if (before?.(request, response, url)) return
    const path = decodeURIComponent(url.pathname.replace(/^\/api\/2\.0/, ''))
    const own = instead?.(path, url, request)
    if (typeof own === 'function') return void own(response)
    if (own) return typeof own === 'number' ? sendJson(response, { error: true, message: 'No.' }, own) : sendJson(response, own)
    if (url.pathname.startsWith('/media/')) return void response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL)
    const offset = Number(url.searchParams.get('offset'))
    if (path === '/guides') return sendJson(response, all.slice(offset, offset + Number(url.searchParams.get('limit'))))
    const detail = answers[path] ?? all.find(({ guideid }) => path === `/guides/${guideid}`)
    if (Array.isArray(detail) && url.searchParams.has('limit')) return sendJson(response, offset > 0 ? [] : detail)
    sendJson(response, detail ?? { error: true, message: 'Not found' }, detail === undefined ? 404 : 200)
  })

/** A crawl of a small service into a folder of its own; `reader` reads its result, and `again` crawls on another night. */
export async function crawlSmall({ options, ...what }: SmallService & { options?: Partial<CrawlOptions> }) {
  const service = await smallService(what)
  const { cache, night } = await nightsOf(service)
  return { ...(await night(options)), service, cache, again: night, reader: await openCache(cache) }
}

/** Crawls a service into one folder, night after night; `asked` are the paths requested in a night. */
export async function nightsOf(service: Server, options: Partial<CrawlOptions> = {}) {
  const { asked, url } = service
  const cache = await folder()
  const night = async (rest: Partial<CrawlOptions> = {}) => {
    const before = asked.length
    return { ...(await crawl(optionsFor(url, cache, { ...options, ...rest }))), asked: asked.slice(before) }
  }
  return { service, cache, night }
}

/** Makes earlier requests look this number of days older; all of them, or those of a kind. */
export async function ageBy(cache: string, days: number, kind = ''): Promise<void> {
  const notes = (await readFile(join(cache, CHECKED_PATH), 'utf8')).trimEnd().split('\n')
  const aged = notes.map((line) => {
    const note = JSON.parse(line) as { name: string; at: number }
    return JSON.stringify(note.name.startsWith(kind && `${kind} `) ? { ...note, at: note.at - days * 86_400 } : note)
  })
  await writeFile(join(cache, CHECKED_PATH), `${aged.join('\n')}\n`)
}
