import { createReadStream, type Stats, statSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { contentType } from 'mime-types'
import type { Answerer } from '../http/guarded-server.ts'
import { originOf, type Reach, startGuarded } from '../http/listen.ts'
import { type SentFile, sendFile } from '../http/send-file.ts'
import { safetyHeaders } from '../policy.ts'
import { API_FOLDER } from './api.ts'
import { isOwnPath } from '../disk/own-path.ts'

export interface ServeOptions extends Omit<Reach, 'host'> {
  base: string
  /** The address of its media, if not the site itself. */
  mediaBase?: string | undefined
  /** By default this machine only. */
  host?: string
  /** Called first; returns true if it has handled the request. */
  api?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
}

/** `origin` is such as `http://localhost:4321`, and `url` the address of the home page. */
export type Serving = Awaited<ReturnType<typeof serveSite>>

const LOOPBACK = '127.0.0.1'

/** Serves a finished site like a static host: index pages, trailing slashes, 404.html, content types, ranges, `.br` files. */
export async function serveSite(outDir: string, { base, mediaBase, host = LOOPBACK, api, ...reach }: ServeOptions) {
  const root = rootOf(base)
  const site = siteListener(outDir, root, mediaBase)
  const answer: Answerer = async (request, response) => {
    if (!(await api?.(request, response))) site(request, response)
  }
  const { server, port } = await startGuarded(answer, { ...reach, host })
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const origin = host === LOOPBACK ? `http://localhost:${port}` : originOf(host, port)
  return { origin, url: origin + root, close }
}

/** A base path with one slash at its end: `/docs` → `/docs/`. */
export const rootOf = (base: string): string => base.replace(/(?<!\/)\/*$/, '/')

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
    if (!path.endsWith('/') && statsIn(outDir, decodedPath(path))?.isDirectory()) return redirect(response, 301, `${pathname}/${search}`)
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
  const name = [join(lang, '404.html'), '404.html'].find((file) => statsIn(outDir, file)?.isFile())
  if (!name) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
  response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' })
  if (request.method === 'HEAD' || response.closed) response.end()
  // A read error or a client that disconnects ends only this answer: pipeline closes both streams.
  else pipeline(createReadStream(join(outDir, name)), response, () => undefined)
}

/** The extensions of compressed copies next to a file, the better one first. */
const COPIES = Object.entries({ '.br': 'br', '.gz': 'gzip' })

type SiteFile = Pick<SentFile, 'root' | 'path' | 'onMissing'>

/**
 * Answers with a file under `root`, or a compressed copy next to it if the client accepts that: conditions, ranges (RFC 9110, 13 and 14)
 * and types; links are never followed. `path` begins with a slash and is not decoded; if it ends in a slash, it means the index page there.
 */
export function sendSiteFile(request: IncomingMessage, response: ServerResponse, { root, path, onMissing }: SiteFile): void {
  const file = path.endsWith('/') ? `${path}index.html` : path
  const isThere = (ending: string): boolean => statsIn(root, decodedPath(`${file}${ending}`))?.isFile() ?? false
  const [ending, encoding] = COPIES.find(([ending, name]) => takes(request, name) && isThere(ending)) ?? ['']
  if (![ending, '.html'].every((end) => isOwnPath(root, decodedPath(`${file}${end}`)))) return onMissing()
  const type = typeOf(file)
  const headers = {
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    ...(encoding && { 'content-encoding': encoding }),
    ...(type && { 'content-type': type }),
  }
  sendFile(request, response, { root, path: `${file}${ending}`, headers, extensions: ['html'], onMissing })
}

/** Pagefind's extensions are in no list of types. */
function typeOf(file: string): string | false {
  return /\.(pagefind|pf_\w+)$/.test(file) ? 'application/octet-stream' : contentType(file.slice(file.lastIndexOf('/') + 1))
}

function takes({ headers }: IncomingMessage, encoding: string): boolean {
  const accepted = (headers['accept-encoding'] ?? '').split(',')
  return accepted.some((one) => one.trim().split(';', 1)[0] === encoding && !/;\s*q=0(\.0*)?\s*$/.test(one))
}

/** Undefined for what is not there, or led to by a link. */
function statsIn(root: string, path: string): Stats | undefined {
  try {
    return isOwnPath(root, path) ? statSync(join(root, path), { throwIfNoEntry: false }) : undefined
  } catch {
    return undefined // a path that this file system cannot hold: too long, or with a zero byte
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
