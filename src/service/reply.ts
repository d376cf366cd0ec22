import type { CacheReader } from '../cache/reader.ts'
import type { Lists } from './lists.ts'
import type { ParameterError, Query } from './query.ts'

/** One request, understood. `params` are the decoded variable parts of its path. */
export interface Ask {
  cache: CacheReader
  lists: Lists
  /** Titles of the categories that are stubs. */
  stubs: (namespace: 'CATEGORY') => Promise<ReadonlySet<string>>
  params: Readonly<Record<string, string>>
  query: Query
  /** The right token came with the request. */
  isAdmin: boolean
}

/** An answer other than 200, section 7. */
export interface Refusal {
  status: 401 | 403 | 404 | 405 | 422 | 500
  message: string
  errors?: ParameterError[]
}

/** What a handler says: the text of a JSON answer, or why there is none. */
export type Reply = { json: string } | Refusal
export type Handler = (ask: Ask) => Promise<Reply>

/** 200 with the stored text, or 404 when there is none. */
export function stored(json: string | undefined, what: string): Reply {
  return json === undefined ? missing(what) : { json }
}

export function missing(what: string): Refusal {
  return { status: 404, message: `${what} is not in this cache.` }
}

export function invalid(field: string, message: string): Refusal {
  return { status: 422, message: `${field} ${message}`, errors: [{ field, message }] }
}
