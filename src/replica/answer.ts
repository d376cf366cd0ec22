import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { extname } from 'node:path'
import { contentType } from 'mime-types'
import { DOWNLOADED_ENDING } from '../cache/layout.ts'
import type { CachedMedia } from '../cache/reader.ts'
import { DERIVED_HEADER } from '../model/envelope.ts'
import type { Refusal } from './reply.ts'

/** An HTTP response. Which bytes of a file on this machine are sent is determined when they are. */
export interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer | { path: string }
}

/** Headers of answers that the service itself did not return. */
const DERIVED: OutgoingHttpHeaders = { [DERIVED_HEADER]: 'true' }

const JSON_TYPE = 'application/json; charset=utf-8'
const XML_TYPE = 'application/xml; charset=utf-8'
const NOTHING = Buffer.alloc(0)

/** 200 with an ETag. Answers that require a token must not be stored by shared caches. */
export function textAnswer(form: 'JSON' | 'XML', body: Buffer, { isAdmin, isDerived = false }: { isAdmin: boolean; isDerived?: boolean }) {
  const headers = {
    etag: `"${hash('sha1', body, 'base64url')}"`,
    'cache-control': isAdmin ? 'private, no-cache' : 'no-cache',
    vary: 'Authorization',
    'content-type': form === 'XML' ? XML_TYPE : JSON_TYPE,
    ...(isDerived && DERIVED),
  }
  return { status: 200, headers, body }
}

/** The answer, or 304 if the client has it. */
export function unlessKnown(answer: Answer, asked: IncomingHttpHeaders): Answer {
  const { etag } = answer.headers
  if (typeof etag !== 'string' || !isKnown(asked, etag)) return answer
  const headers = Object.entries(answer.headers).filter(([name]) => name !== 'content-type')
  return { status: 304, headers: Object.fromEntries(headers), body: NOTHING }
}

/** The error body of api-facts: `{ error, message, errors? }`. */
export function refusalAnswer({ status, message, errors }: Refusal, isPretty = false): Answer {
  const headers: OutgoingHttpHeaders = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' }
  if (status === 405) headers.allow = ALLOWED_METHODS
  if (status === 401) headers['www-authenticate'] = 'api'
  const body = JSON.stringify({ error: true, message, ...(errors && { errors }) }, null, isPretty ? 4 : 0)
  return { status, headers, body: Buffer.from(body) }
}

const ALLOWED_METHODS = 'GET, HEAD, OPTIONS'

/** Cross-origin reading is open to all, as section 1 specifies; a preflight asks for permission to send the token. */
export const CORS_HEADERS: OutgoingHttpHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `ETag, Content-Range, Accept-Ranges, Content-Length, Content-Location, ${DERIVED_HEADER}`,
}

/** Any requested header is allowed: only the token changes an answer. */
export function preflightAnswer(asked: IncomingHttpHeaders): Answer {
  const wanted = asked['access-control-request-headers']
  const headers = {
    allow: ALLOWED_METHODS,
    'access-control-allow-methods': ALLOWED_METHODS,
    'access-control-allow-headers': wanted && HEADER_NAMES.test(wanted) ? `${USUAL_HEADERS}, ${wanted}` : USUAL_HEADERS,
    vary: 'Access-Control-Request-Headers',
    'access-control-max-age': '86400',
  }
  return { status: 204, headers, body: NOTHING }
}

const USUAL_HEADERS =
  'Authorization, X-App-Id, X-ALLOW-HTTP, X-Requested-With, If-None-Match, If-Modified-Since, Range, Content-Type, Accept'
const HEADER_NAMES = /^[\w\s,!#$%&'*+.^`|~-]{1,2000}$/

/** True if `If-None-Match` contains the tag; the comparison is the weak one (RFC 9110, 13.1.2). */
function isKnown(asked: IncomingHttpHeaders, etag: string): boolean {
  const known = asked['if-none-match']
  if (known === undefined) return false
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

/** Extensions of files that are sent with their usual type, and the types of two that have another one. */
const TYPED = new Set('.png .jpg .gif .webp .avif .heic .bmp .tiff .svg .webm .ogv .mp4 .pdf .zip .csv .txt'.split(' '))
const TYPES: Record<string, string> = { '.ico': 'image/x-icon', '.md': 'text/plain; charset=utf-8' }

export const NO_FILE: Refusal = { status: 404, message: 'This file is not in this cache.' }

/** A cached file. `location` is the file's own path, if it is returned for another size of the picture. */
export function fileAnswer({ path }: CachedMedia, location?: string): Answer {
  const ending = extname(path)
  const type = (TYPES[ending] ?? (TYPED.has(ending) && contentType(ending))) || 'application/octet-stream'
  const headers: OutgoingHttpHeaders = { 'cache-control': 'public, max-age=3600', 'content-type': type }
  // An SVG opened by itself is a document: nothing in it may run or load.
  if (ending === '.svg') headers['content-security-policy'] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  if (path.endsWith(`.${DOWNLOADED_ENDING}`)) headers['content-disposition'] = 'attachment'
  if (location) Object.assign(headers, DERIVED, { 'content-location': location })
  return { status: 200, headers, body: { path } }
}
