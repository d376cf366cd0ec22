import type { OutgoingHttpHeaders } from 'node:http'
import { extname } from 'node:path'
import { DOWNLOADED_ENDING } from '../../cache/layout.ts'
import type { CachedMedia } from '../../cache/reader.ts'
import { type Answer, DERIVED } from '../answer.ts'
import type { Refusal } from '../reply.ts'

const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.heic': 'image/heic',
  '.bmp': 'image/bmp',
  '.tiff': 'image/tiff',
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml',
  '.webm': 'video/webm',
  '.ogv': 'video/ogg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
}

export const NO_FILE: Refusal = { status: 404, message: 'This file is not in this cache.' }

/** A cached file. `location` is the file's own path, if it is returned for another size of the picture. */
export function fileAnswer({ path }: CachedMedia, location?: string): Answer {
  const type = TYPES[extname(path)] ?? 'application/octet-stream'
  const headers: OutgoingHttpHeaders = { 'cache-control': 'public, max-age=3600', 'content-type': type }
  // An SVG opened by itself is a document: nothing in it may run or load.
  if (type === TYPES['.svg']) headers['content-security-policy'] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  if (path.endsWith(`.${DOWNLOADED_ENDING}`)) headers['content-disposition'] = 'attachment'
  if (location) Object.assign(headers, DERIVED, { 'content-location': location })
  return { status: 200, headers, body: { path } }
}
