import type { CacheReader } from '../cache/reader.ts'
import type { ExtraName } from '../model/extras.ts'
import type { CacheIndexes } from './known.ts'
import type { ParameterError, Query } from './http/query.ts'

/** One parsed request. `params` are the decoded variable parts of its path. */
export interface Ask {
  cache: CacheReader
  known: CacheIndexes
  params: Readonly<Record<string, string>>
  query: Query
  /** The request had the right token. */
  isAdmin: boolean
  /** What the client may not read, by the names of private-keys.ts. */
  privateKeys: ReadonlySet<string>
}

/** An answer other than 200, section 7. */
export interface Refusal {
  status: 400 | 401 | 403 | 404 | 405 | 414 | 422 | 500
  message: string
  errors?: ParameterError[]
}

/** A handler's result: a JSON answer as text or in UTF-8, with the name of the root if it has an XML form, or the refusal. */
export type Reply = Content | Refusal
/** `madeOf` if the answer is derived: from other answers of the service, or from what other records happen to say. */
export interface Content {
  json: string | Buffer
  xmlRoot?: 'guide' | 'wiki'
  madeOf?: 'other answers' | 'mentions'
}
export type Handler = (ask: Ask) => Promise<Reply>

export const PRIVATE: Refusal = { status: 403, message: 'This guide is private.' }
export const PRIVATE_WIKI: Refusal = { status: 403, message: 'This wiki is private.' }

/** 200 with the stored text, or 404 if there is none. */
export const stored = (json: string | Buffer | undefined, what: string): Reply => (json === undefined ? missing(what) : { json })

/** The reply, marked as one that the cache does not contain as such. */
export const asDerived = (reply: Reply): Reply => ('json' in reply ? { ...reply, madeOf: 'other answers' } : reply)

export const missing = (what: string): Refusal => ({ status: 404, message: `${what} is not in this cache.` })

/** The refusal for what no crawl copies, or this one did not: the service itself may have it. `extra` is the option that would copy it. */
export function notCrawled(what: string, extra?: ExtraName): Refusal {
  const how = extra ? ` A crawl copies it on request (extra: ${extra}) where the service has it.` : ''
  return { status: 404, message: `${what} is not in this cache: it was not crawled.${how}` }
}

export function invalid(field: string, message: string): Refusal {
  return { status: 422, message: `${field} ${message}`, errors: [{ field, message }] }
}
