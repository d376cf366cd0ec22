import { createReadStream, statSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CacheReader } from '../../src/cache/reader.ts'
import type { Answer } from '../../src/replica/answer.ts'
import type { Deliver } from '../../src/replica/http/listener.ts'
import { headOf, pause, send } from '../../src/replica/http/send.ts'
import { type RunningService, startService } from '../../src/replica/http/server.ts'

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

/** Says what goes wrong with the answer to a request; nothing, when it is absent. */
export type Spoil = (request: SpoilableRequest) => Spoilt | undefined

/** What was written needs this long to be on its way before the connection is broken. */
const SETTLE_MS = 20

export type SpoiltOptions = Parameters<typeof startService>[1] & { spoil?: Spoil }

/** A service that misbehaves as `spoil` says; see {@link startService} for the rest. */
export function startSpoiltService(cache: CacheReader, { spoil, ...options }: SpoiltOptions): Promise<RunningService> {
  return startService(cache, { ...options, ...(spoil && { deliver: spoiling(spoil) }) })
}

/** Sends answers as `spoil` has them. */
function spoiling(spoil: Spoil): Deliver {
  const counts = new Map<string, number>()
  return async (request, response, answer) => {
    const { method = '', url: target = '' } = request
    const count = (counts.get(target) ?? 0) + 1
    counts.set(target, count)
    const { pathname: path, searchParams: query } = new URL(target, 'http://service.invalid')
    const spoilt = spoil({ method, path, query, count })
    await (spoilt ? sendSpoilt(request, response, answer, spoilt) : send(request, response, answer))
  }
}

async function sendSpoilt({ method }: IncomingMessage, response: ServerResponse, answer: Answer, spoilt: Spoilt): Promise<void> {
  await pause(spoilt.delayMs, response)
  if (spoilt.reset === 'before') return reset(response)
  const { status, headers, body } = changed(answer, spoilt)
  const length = Buffer.isBuffer(body) ? body.length : statSync(body.path).size
  if (isGone(response)) return
  response.writeHead(status, headOf(status, headers, length))
  if (method === 'HEAD' || status === 304 || status === 204 || length === 0) return void response.end()
  if (spoilt.reset || spoilt.bodyDelayMs || spoilt.cutAfterBytes === 0) response.flushHeaders()
  await pause(spoilt.bodyDelayMs, response)
  if (spoilt.reset) return breakOff(response, () => reset(response))
  if (isGone(response)) return
  const cut = spoilt.cutAfterBytes
  await pipeline(read(body, cut ?? length), response, { end: cut === undefined }).catch(unlessAskerLeft)
  if (cut !== undefined) await breakOff(response, () => response.destroy())
}

function changed(answer: Answer, { status, headers, body }: Spoilt): Answer {
  const type = body === undefined ? {} : { 'content-type': 'text/html; charset=utf-8' }
  return {
    status: status ?? answer.status,
    headers: { ...answer.headers, ...type, ...headers },
    body: body === undefined ? answer.body : Buffer.from(body),
  }
}

function read(body: Answer['body'], length: number): Readable {
  if (length === 0) return Readable.from([])
  if (Buffer.isBuffer(body)) return Readable.from([body.subarray(0, length)])
  return createReadStream(body.path, { end: length - 1 })
}

function unlessAskerLeft(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error
}

async function breakOff(response: ServerResponse, end: () => void): Promise<void> {
  await pause(SETTLE_MS, response)
  end()
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

const isGone = (response: ServerResponse): boolean => response.closed
