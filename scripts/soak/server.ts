import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageUrl } from '../../src/crawl/endpoints.ts'
import { LIST_NAMES, type ListName } from '../../src/model/resources.ts'
import { COPIES } from './good-site.ts'
import { type ServerReply, API, json, type Paging, type Site, whole } from './site.ts'

export type HostileServer = Awaited<ReturnType<typeof startServer>>

/** A server that serves one site after another at the same address, so that pages of different sites can be compared. */
export async function startServer() {
  let site: Site = []
  const server = createServer((request, response) => {
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    const answer = answerAt(site, new URL(request.url ?? '/', 'http://service.invalid'))
    ;(answer.send ?? whole)(response, answer, request)
  })
  server.on('clientError', (_, socket) => socket.destroy())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    /** `http://127.0.0.1:41234` */
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the site that it serves. */
    play: (next: Site) => void (site = next),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const ROBOTS = '/robots.txt'
const LISTS = new Map(LIST_NAMES.map((list): [string, ListName] => [pageUrl(API, list, 0).replace(/\?.*/, ''), list]))
const NOT_FOUND: ServerReply = { ...json({ error: true, message: 'Not found' }), status: 404 }

function answerAt(site: Site, { pathname, searchParams }: URL): ServerReply {
  const display = searchParams.get('display')
  const path = `${decoded(pathname).replace(COPIES, '/files/')}${display ? `?display=${display}` : ''}`
  if (path === ROBOTS) return { body: site.map(({ answers }) => String(answers.get(path)?.body ?? '')).join('\n') }
  if (display ?? path === `${API}/categories`) return withTrees(site, path)
  const list = searchParams.has('limit') ? LISTS.get(pathname) : undefined
  if (list) return page(site, list, searchParams)
  return site.findLast(({ answers }) => answers.has(path))?.answers.get(path) ?? NOT_FOUND
}

function page(site: Site, list: ListName, query: URLSearchParams): ServerReply {
  const items = site.flatMap((part) => part.items?.[list] ?? [])
  const plain: Paging = (all, offset, limit) => all.slice(offset, offset + limit)
  const paging = site.findLast((part) => part.paging?.[list])?.paging?.[list] ?? plain
  return json(paging(items, Number(query.get('offset')), Number(query.get('limit'))))
}

/** The tree of the good part, with those of the other parts added below the top. */
function withTrees([good, ...others]: Site, path: string): ServerReply {
  const answer = good?.answers.get(path)
  if (!answer) return NOT_FOUND
  const trees = others.flatMap(({ tree }) => (tree ? [tree] : []))
  if (trees.length === 0) return answer
  const value = JSON.parse(String(answer.body)) as Record<string, Record<string, unknown>> | unknown[]
  if (Array.isArray(value)) return json([...value, ...trees.flatMap(ordered)])
  const all = Object.fromEntries([...Object.entries(value.hierarchy ?? value), ...trees.flatMap(Object.entries)])
  return json(value.hierarchy ? { ...value, hierarchy: all } : all)
}

/** A tree in the form that keeps the order; anything else is unchanged. */
const ordered = (tree: object): unknown[] =>
  Object.entries(tree).map(([title, children]: [string, unknown]) => ({
    title,
    children: typeof children === 'object' && children && !Array.isArray(children) ? ordered(children) : children,
  }))

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
