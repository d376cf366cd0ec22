import { type Stats, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { contentType } from 'mime-types'
import send from 'send'
import { isOwnPath } from '../disk/own-path.ts'

/** The extensions of compressed copies next to a file, the better one first. */
const COPIES = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const

/**
 * Answers with a file under `root`, or a compressed copy next to it if the client accepts that: conditions, ranges (RFC 9110, 13 and 14) and
 * types; links are never followed. `path` begins with a slash and is not decoded; if it ends in a slash, it means the index page there.
 */
export function sendSiteFile(
  request: IncomingMessage,
  response: ServerResponse,
  { root, path, onMissing }: { root: string; path: string; onMissing: () => void },
): void {
  const file = path.endsWith('/') ? `${path}index.html` : path
  const [ending, encoding] = COPIES.find(([ending, name]) => takes(request, name) && statsOf(root, `${file}${ending}`)) ?? ['']
  if (isLinked(root, `${file}${ending}`) || isLinked(root, `${file}.html`)) return onMissing()
  dropLongSuffix(request, statsOf(root, `${file}${ending}`)?.size ?? 0)
  send(request, `${file}${ending}`, { root, dotfiles: 'allow', index: false, extensions: ['html'], cacheControl: false })
    .on('headers', () => {
      response.setHeader('cache-control', 'no-cache')
      response.setHeader('vary', 'Accept-Encoding')
      if (encoding) response.setHeader('content-encoding', encoding)
      const type = typeOf(file)
      if (type) response.setHeader('content-type', type)
    })
    .on('directory', onMissing)
    .on('error', ({ status }: { status?: number }) => {
      if (response.headersSent) response.destroy()
      else if (status === 412 || status === 416) end(response, status)
      else onMissing()
    })
    .pipe(response)
}

/** Pagefind's files have extensions that no list of types has. */
function typeOf(file: string): string | false {
  return /\.(pagefind|pf_\w+)$/.test(file) ? 'application/octet-stream' : contentType(file.slice(file.lastIndexOf('/') + 1))
}

function end(response: ServerResponse, status: number): void {
  for (const name of ['content-type', 'content-encoding']) response.removeHeader(name)
  response.writeHead(status).end()
}

function takes({ headers }: IncomingMessage, encoding: string): boolean {
  const accepted = (headers['accept-encoding'] ?? '').split(',')
  return accepted.some((one) => one.trim().split(';', 1)[0] === encoding && !/;\s*q=0(\.0*)?\s*$/.test(one))
}

/** The last 99 bytes of a file that has fewer are all of it (RFC 9110, 14.1.2); `send` takes them for none. */
function dropLongSuffix({ headers }: IncomingMessage, size: number): void {
  const [, suffix] = /^bytes=-(\d+)$/.exec(headers.range ?? '') ?? []
  if (Number(suffix) > size) delete headers.range
}

function isLinked(root: string, path: string): boolean {
  try {
    return !isOwnPath(root, decodeURIComponent(path))
  } catch {
    return false // no path of this file system, so there is no such file either
  }
}

function statsOf(root: string, path: string): Stats | undefined {
  try {
    const name = decodeURIComponent(path)
    const stats = statSync(join(root, name), { throwIfNoEntry: false })
    return stats?.isFile() && isOwnPath(root, name) ? stats : undefined
  } catch {
    return undefined // no path of this file system: too long, or wrongly encoded
  }
}
