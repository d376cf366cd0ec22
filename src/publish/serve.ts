import { createReadStream, statSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { guardedServer } from '../http/guarded-server.ts'
import type { Answerer } from '../http/guarded-server.ts'
import { onlyOwnNames } from '../http/host-names.ts'
import { listen, originOf } from '../http/listen.ts'
import { safetyHeaders } from '../policy.ts'
import { API_FOLDER } from './api.ts'
import { isOwnPath } from '../disk/own-path.ts'
import { sendSiteFile } from './site-file.ts'

export interface ServeOptions {
  /** The path under which the site is served. */
  base: string
  /** The address of its media, if not the site itself. */
  mediaBase?: string | undefined
  port: number
  /** The address to listen on; by default reachable from this machine only. */
  host?: string
  /** Further names accepted in a request's `Host` (see {@link onlyOwnNames}). */
  hostNames?: readonly string[]
  /** Called with the requested name of a refused request. */
  onRefusedName?: (name: string) => void
  /** Use the next free port if this one is taken. */
  orNextPort?: boolean
  /** Called first; returns true if it has handled the request. */
  api?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
}

export interface Serving {
  /** `http://localhost:4321` */
  origin: string
  /** The address of the home page. */
  url: string
  close: () => void
}

const LOOPBACK = '127.0.0.1'

/** Serves a finished site like a static host: index pages, trailing slashes, 404.html, content types, ranges, `.br` files. */
export async function serveSite(
  outDir: string,
  { base, mediaBase, port, host = LOOPBACK, hostNames = [], onRefusedName, orNextPort = false, api }: ServeOptions,
): Promise<Serving> {
  const root = base.replace(/(?<!\/)\/*$/, '/')
  const site = siteListener(outDir, root, mediaBase)
  const answer: Answerer = async (request, response) => {
    if (!(await api?.(request, response))) site(request, response)
  }
  const server = guardedServer(onlyOwnNames([...hostNames, host], answer, onRefusedName))
  const taken = await listen(server, { host, port, orNext: orNextPort })
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const origin = host === LOOPBACK ? `http://localhost:${taken}` : originOf(host, taken)
  return { origin, url: origin + root, close }
}

/** Answers like a static host of a site's folder; `root` is its path on the host, with a leading and a trailing slash. */
export function siteListener(outDir: string, root: string, mediaBase?: string): RequestListener {
  const headers = Object.entries(safetyHeaders(mediaBase))
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405, { allow: 'GET, HEAD' }).end()
    for (const [name, value] of headers) response.setHeader(name, value)
    const url = URL.parse(`http://localhost${request.url ?? ''}`)
    if (!url) return void response.writeHead(400).end()
    const { pathname, search } = url
    if (pathname === '/' && root !== '/') return redirect(response, 302, root)
    if (`${pathname}/` === root) return redirect(response, 301, root + search)
    if (!pathname.startsWith(root) || /\/\.(?!well-known\/)|\/\//.test(decodedPath(pathname))) return notFound(request, response, outDir)
    const path = pathname.slice(root.length - 1)
    if (!path.endsWith('/') && isFolder(outDir, decodedPath(path))) return redirect(response, 301, `${pathname}/${search}`)
    // Pages of other origins may read the API, like any service's.
    if (path.startsWith(`/${API_FOLDER}/`)) response.setHeader('access-control-allow-origin', '*')
    sendSiteFile(request, response, { root: outDir, path, onMissing: () => notFound(request, response, outDir, path) })
  }
}

function redirect(response: ServerResponse, status: 301 | 302, location: string): void {
  response.writeHead(status, { location }).end()
}

/** Sends the "not found" page in the language of the request, which is the first segment of the path. */
function notFound(request: IncomingMessage, response: ServerResponse, outDir: string, path = ''): void {
  const [, lang = ''] = /^\/([a-z][\w-]*)\//.exec(path) ?? []
  const name = [join(lang, '404.html'), '404.html'].find((file) => isOwnPath(outDir, file) && isFile(join(outDir, file)))
  const page = name && join(outDir, name)
  if (!page) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
  response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' })
  if (request.method === 'HEAD' || response.closed) response.end()
  // A read error or a client that disconnects ends only this answer: pipeline closes both streams.
  else pipeline(createReadStream(page), response, () => undefined)
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

function isFolder(outDir: string, path: string): boolean {
  try {
    return isOwnPath(outDir, path) && (statSync(join(outDir, path), { throwIfNoEntry: false })?.isDirectory() ?? false)
  } catch {
    return false // a path that this file system cannot hold: too long, or with a zero byte
  }
}

/** Decodes a path of an address into that of a file; returned unchanged if it is wrongly encoded. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
