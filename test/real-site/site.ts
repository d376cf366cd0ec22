import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

/** What the tests need of a guide of the real site. */
export interface RealGuide {
  guideid: number
  title: string
  category: string
  image: RealImage | null
  steps: { stepid: number; lines: { text_rendered: string }[]; media?: { type: string; data: RealImage[] } | null }[]
}
export type RealImage = Record<string, unknown>

interface Tree {
  [title: string]: Tree | null
}

/** The answers in the folder of the real site, with media addresses as its server writes them. */
export function readRealSite(folder: string, server: string): { guides: RealGuide[]; categories: string[] } {
  const json = (name: string): unknown =>
    JSON.parse(
      readFileSync(`${folder}/${name}`, 'utf8').replace(
        /https?:(\\?\/){2}(d[0-9a-z]{12,13}\.cloudfront\.net|guide-images\.cdn\.ifixit\.com)/g,
        `${server}/media`,
      ),
    )
  const list = json('guides.json') as { guideid: number; category: string }[]
  const guides = list.map(({ guideid }) => json(`guides/${guideid}.json`) as RealGuide)
  const inTree = (tree: Tree): string[] => Object.entries(tree).flatMap(([title, below]) => [title, ...inTree(below ?? {})])
  const named = [...list, ...guides].map(({ category }) => category)
  return { guides, categories: [...new Set([...inTree(json('categories.json') as Tree), ...named])] }
}

/** Starts the real site's own server as a process; gives its API's address. */
export async function startRealSite(folder: string): Promise<{ api: string; stop: () => void }> {
  const child = spawn(process.execPath, [`${folder}/serve.mjs`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [api] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { api, stop: () => void child.kill() }
}

/** What befalls each page when it is asked for first. */
const FAULTS = [undefined, 'throttled', 'failed', 'reset', 'cut']

/**
 * Stands before a service and spoils its list of guides: pages of 10, whatever the client asks; the second is throttled first, the third
 * fails first, the fourth is reset first, the fifth is cut short first.
 */
export async function startSpoiler(api: string): Promise<{ api: string; spoilt: string[]; stop: () => void }> {
  const spoilt: string[] = []
  const seen = new Set<string>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', api)
    const isList = url.pathname === '/api/2.0/guides' && !url.searchParams.has('guideids')
    if (isList) url.searchParams.set('limit', '10')
    const offset = isList ? (url.searchParams.get('offset') ?? '0') : ''
    const fault = isList && !seen.has(offset) ? FAULTS[seen.size] : undefined
    if (isList) seen.add(offset)
    if (fault) spoilt.push(fault)
    if (fault === 'throttled') return void response.writeHead(429, { 'retry-after': '0' }).end()
    if (fault === 'failed') return void response.writeHead(500).end('<h1>Internal Server Error</h1>')
    if (fault === 'reset') return void request.socket.destroy()
    void fetch(url).then(async (answer) => {
      const body = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '', 'content-length': body.length })
      if (fault === 'cut') response.write(body.subarray(0, body.length / 2), () => response.destroy())
      else response.end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/2.0`, spoilt, stop }
}
