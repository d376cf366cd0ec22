import type { OutgoingHttpHeaders } from 'node:http'

/** A request, as a test sees it. `count` is how often this path and query was asked, this time included. */
export interface SpoilableRequest {
  method: string
  path: string
  query: URLSearchParams
  count: number
}

/** What goes wrong with an answer; whatever is absent stays right. */
export interface Spoilt {
  status?: number
  headers?: OutgoingHttpHeaders
  /** In place of the right body; `text/html` unless `headers` say otherwise. */
  body?: string
  /** The connection is reset, before anything is sent or when the head is out. */
  reset?: 'before' | 'after headers'
  /** The connection ends after so many bytes of the body; the head promises all of them. */
  cutAfterBytes?: number
  /** Milliseconds before the head. */
  delayMs?: number
  /** Milliseconds between head and body. */
  bodyDelayMs?: number
}

/** Lets a test spoil answers. It is handed over in code only: no path, parameter or flag reaches it. */
export type Spoil = (request: SpoilableRequest) => Spoilt | undefined

/** Asks `spoil` about each request and counts them for it. */
export function counting(spoil: Spoil): (method: string, target: string) => Spoilt {
  const counts = new Map<string, number>()
  return (method, target) => {
    const count = (counts.get(target) ?? 0) + 1
    counts.set(target, count)
    const url = new URL(target, 'http://service.invalid')
    return spoil({ method, path: url.pathname, query: url.searchParams, count }) ?? {}
  }
}
