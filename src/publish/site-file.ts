import { type Stats, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { contentType } from 'mime-types'
import { isOwnPath } from '../disk/own-path.ts'
import { sendFile } from '../http/send-file.ts'

/** The extensions of compressed copies next to a file, the better one first. */
const COPIES = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const

/**
 * Answers with a file under `root`, or a compressed copy next to it if the client accepts that: conditions, ranges (RFC 9110, 13 and 14)
 * and types; links are never followed. `path` begins with a slash and is not decoded; if it ends in a slash, it means the index page there.
 */
export function sendSiteFile(
  request: IncomingMessage,
  response: ServerResponse,
  { root, path, onMissing }: { root: string; path: string; onMissing: () => void },
): void {
  const file = path.endsWith('/') ? `${path}index.html` : path
  const [ending, encoding] = COPIES.find(([ending, name]) => takes(request, name) && statsOf(root, `${file}${ending}`)) ?? ['']
  if (isLinked(root, `${file}${ending}`) || isLinked(root, `${file}.html`)) return onMissing()
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

function isLinked(root: string, path: string): boolean {
  try {
    return !isOwnPath(root, decodeURIComponent(path))
  } catch {
    return false // not a valid path on this file system, so there is no such file
  }
}

function statsOf(root: string, path: string): Stats | undefined {
  try {
    const name = decodeURIComponent(path)
    const stats = statSync(join(root, name), { throwIfNoEntry: false })
    return stats?.isFile() && isOwnPath(root, name) ? stats : undefined
  } catch {
    return undefined // not a valid path on this file system: too long, or wrongly encoded
  }
}
