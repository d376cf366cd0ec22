import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Refusal } from './reply.ts'

/** A part of a file on this machine; `end` is the last byte's place. */
export interface FilePart {
  path: string
  start: number
  end: number
}

/** What goes over the wire. `length` is that of the body, also where HEAD or 304 leave it out. */
export interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer | FilePart
}

const JSON_TYPE = 'application/json; charset=utf-8'
const XML_TYPE = 'application/xml; charset=utf-8'
const NOTHING = Buffer.alloc(0)

/** 200 with its ETag. What only a token opens may not be kept by caches on the way. */
export function textAnswer(form: 'JSON' | 'XML', body: Buffer, isAdmin: boolean): Answer {
  const headers = {
    etag: `"${hash('sha1', body, 'base64url')}"`,
    'cache-control': isAdmin ? 'private, no-cache' : 'no-cache',
    vary: 'Authorization',
    'content-type': form === 'XML' ? XML_TYPE : JSON_TYPE,
  }
  return { status: 200, headers, body }
}

/** The answer, or 304 when the asker has it. */
export function unlessKnown(answer: Answer, asked: IncomingHttpHeaders): Answer {
  const { etag } = answer.headers
  if (typeof etag !== 'string' || !isKnown(asked, etag)) return answer
  const headers = Object.entries(answer.headers).filter(([name]) => name !== 'content-type')
  return notModified(Object.fromEntries(headers))
}

/** The error body of api-facts: `{ error, message, errors? }`. */
export function refusalAnswer({ status, message, errors }: Refusal): Answer {
  const headers: OutgoingHttpHeaders = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' }
  if (status === 405) headers.allow = ALLOWED_METHODS
  if (status === 401) headers['www-authenticate'] = 'api'
  return { status, headers, body: Buffer.from(JSON.stringify({ error: true, message, ...(errors && { errors }) })) }
}

const ALLOWED_METHODS = 'GET, HEAD, OPTIONS'

/** Cross-origin reading is open to all, as section 1 has it; the preflight asks for leave to send the token. */
export const CORS_HEADERS: OutgoingHttpHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Content-Range, Accept-Ranges, Content-Length',
}

export function preflightAnswer(): Answer {
  const headers = {
    allow: ALLOWED_METHODS,
    'access-control-allow-methods': ALLOWED_METHODS,
    'access-control-allow-headers': 'Authorization, X-App-Id, If-None-Match, Range, Content-Type',
    'access-control-max-age': '86400',
  }
  return { status: 204, headers, body: NOTHING }
}

export const notModified = (headers: OutgoingHttpHeaders): Answer => ({ status: 304, headers, body: NOTHING })

/** True when `If-None-Match` names the tag; the comparison is the weak one (RFC 9110, 13.1.2). */
export function isKnown(asked: IncomingHttpHeaders, etag: string): boolean {
  const known = asked['if-none-match']
  if (known === undefined) return false
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
