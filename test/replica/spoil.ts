import type { OutgoingHttpHeaders } from 'node:http'
import type { CacheReader } from '../../src/cache/reader.ts'
import type { Answer } from '../../src/replica/answer.ts'
import { type Deliver, pause, type RunningService, send, startService } from '../../src/replica/http/server.ts'

/** A request, as a test sees it. `count` is how often this path and query was requested, including this time. */
export interface SpoilableRequest {
  method: string
  path: string
  query: URLSearchParams
  count: number
}

/** The faults of an answer; missing fields stay right. */
export interface Spoilt {
  status?: number
  headers?: OutgoingHttpHeaders
  /** In place of the right body; `text/html` unless `headers` differ. */
  body?: string
  /** Milliseconds before it. */
  delayMs?: number
}

/** Chooses the faults of the answer to a request; none if it is absent. */
export type Spoil = (request: SpoilableRequest) => Spoilt | undefined

export type SpoiltOptions = Parameters<typeof startService>[1] & { spoil?: Spoil }

/** A service with the faults of `spoil`; see {@link startService} for the rest. */
export function startSpoiltService(cache: CacheReader, { spoil, ...options }: SpoiltOptions): Promise<RunningService> {
  return startService(cache, { ...options, ...(spoil && { deliver: spoiling(spoil) }) })
}

/** Sends answers with the faults of `spoil`. */
function spoiling(spoil: Spoil): Deliver {
  const counts = new Map<string, number>()
  return async (request, response, answer) => {
    const { method = '', url: target = '' } = request
    const count = (counts.get(target) ?? 0) + 1
    counts.set(target, count)
    const { pathname: path, searchParams: query } = new URL(target, 'http://service.invalid')
    const spoilt = spoil({ method, path, query, count })
    await pause(spoilt?.delayMs, response)
    if (!response.closed) await send(request, response, spoilt ? changed(answer, spoilt) : answer)
  }
}

function changed(answer: Answer, { status, headers, body }: Spoilt): Answer {
  const type = body === undefined ? {} : { 'content-type': 'text/html; charset=utf-8' }
  return {
    status: status ?? answer.status,
    headers: { ...answer.headers, ...type, ...headers },
    body: body === undefined ? answer.body : Buffer.from(body),
  }
}
