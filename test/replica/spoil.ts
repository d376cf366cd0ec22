import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { CacheReader } from '../../src/cache/reader.ts'
import type { Answer } from '../../src/replica/answer.ts'
import { send, startService } from '../../src/replica/http/server.ts'

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

/** `latencyMs`: milliseconds before every answer. */
export type SpoiltOptions = Parameters<typeof startService>[1] & { spoil?: Spoil; latencyMs?: number }

/** A service with the faults of `spoil`; see {@link startService} for the rest. */
export const startSpoiltService = (cache: CacheReader, { spoil = () => undefined, latencyMs, ...options }: SpoiltOptions) =>
  startService(cache, { ...options, deliver: spoiling(spoil, latencyMs) })

/** Sends answers with the faults of `spoil`. */
function spoiling(spoil: Spoil, latencyMs: number | undefined): typeof send {
  const counts = new Map<string, number>()
  return async (request, response, answer) => {
    const { method = '', url: target = '' } = request
    const count = (counts.get(target) ?? 0) + 1
    counts.set(target, count)
    const { pathname: path, searchParams: query } = new URL(target, 'http://service.invalid')
    const spoilt = spoil({ method, path, query, count })
    await pause(spoilt?.delayMs ?? latencyMs, response)
    if (!response.closed) await send(request, response, spoilt ? changed(answer, spoilt) : answer)
  }
}

/** Waits, but only until the client disconnects. */
async function pause(milliseconds: number | undefined, response: ServerResponse): Promise<void> {
  if (!milliseconds || response.closed) return
  const { promise, resolve } = Promise.withResolvers()
  const timer = setTimeout(resolve, milliseconds)
  response.once('close', resolve)
  await promise
  clearTimeout(timer)
}

function changed(answer: Answer, { status, headers, body }: Spoilt): Answer {
  return {
    status: status ?? answer.status,
    headers: { ...answer.headers, ...(body === undefined ? {} : { 'content-type': 'text/html; charset=utf-8' }), ...headers },
    body: body === undefined ? answer.body : Buffer.from(body),
  }
}
