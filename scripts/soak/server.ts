import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageUrl } from '../../src/crawl/endpoints.ts'
import { notFound } from './good-site.ts'
import { sendIn } from './manners.ts'
import { COPIES } from './parts/material.ts'
import { type Answer, API, json, type Paging, type Site } from './site.ts'
import { LIST_NAMES, type ListName } from '../../src/model/resources.ts'

export interface HostileServer {
  /** `http://127.0.0.1:41234` */
  origin: string
  /** Sets the site that it serves. */
  play: (site: Site) => void
  close: () => void
}

/** A server that serves one site after another at the same address, so that pages of different sites can be compared. */
export async function startServer(): Promise<HostileServer> {
  let site: Site = { parts: [], traits: [] }
  const server = createServer((request, response) => {
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    answer(site, request, response)
  })
  server.on('clientError', (_, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play: (next) => (site = next),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(site: Site, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://service.invalid')
  sendIn(request, response, answerAt(site, url))
}

function answerAt(site: Site, url: URL): Answer {
  const display = url.searchParams.get('display')
  const path = `${decoded(url.pathname).replace(COPIES, '/files/')}${display ? `?display=${display}` : ''}`
  if (path === ROBOTS) return { body: site.traits.map(({ answers }) => String(answers?.get(path)?.body ?? '')).join('\n') }
  for (const { answers } of site.traits) {
    const answer = answers?.get(path)
    if (answer) return answer
  }
  if (display ?? path === `${API}/categories`) return withTrees(site, path)
  const list = url.searchParams.has('limit') ? LISTS.get(url.pathname) : undefined
  if (list) return page(site, list, url.searchParams)
  for (const { answers } of site.parts) {
    const answer = answers.get(path)
    if (answer) return answer
  }
  return notFound()
}

const ROBOTS = '/robots.txt'
const LISTS = new Map(LIST_NAMES.map((list): [string, ListName] => [pageUrl(API, list, 0).replace(/\?.*/, ''), list]))

function page({ parts, traits }: Site, list: ListName, query: URLSearchParams): Answer {
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
  const items = parts.flatMap((part) => part.items?.[list] ?? [])
  const paging: Paging = traits.map((trait) => trait.paging?.[list]).find(Boolean) ?? ((all, from, most) => all.slice(from, from + most))
  return json(paging(items, offset, limit))
}

/** The tree of the good part, with those of the other parts added below the top. */
function withTrees({ parts }: Site, path: string): Answer {
  const [good, ...others] = parts
  const answer = good?.answers.get(path)
  if (!answer) return notFound()
  const trees = others.flatMap(({ tree }) => (tree ? [tree] : []))
  if (trees.length === 0) return answer
  const value = JSON.parse(String(answer.body)) as Record<string, Record<string, unknown>> | unknown[]
  if (Array.isArray(value)) return json([...value, ...trees.flatMap(ordered)])
  const all = Object.fromEntries([...Object.entries(value.hierarchy ?? value), ...trees.flatMap(Object.entries)])
  return json(value.hierarchy ? { ...value, hierarchy: all } : all)
}

/** A tree in the form that keeps the order; anything else is unchanged. */
const ordered = (tree: unknown): unknown[] =>
  Object.entries(tree ?? {}).map(([title, children]: [string, unknown]) => ({
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
