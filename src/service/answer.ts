import { createHash } from 'node:crypto'
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
const NOTHING = Buffer.alloc(0)

/** 200 with JSON and its ETag, or 304 when the asker has it. What only a token opens may not be kept by caches on the way. */
export function jsonAnswer(json: string, asked: IncomingHttpHeaders, isAdmin: boolean): Answer {
  const body = Buffer.from(json)
  const headers = {
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    'cache-control': isAdmin ? 'private, no-cache' : 'no-cache',
    vary: 'Authorization',
  }
  return isKnown(asked, headers.etag) ? notModified(headers) : { status: 200, headers: { ...headers, 'content-type': JSON_TYPE }, body }
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
  const tags = asked['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(etag)
}
