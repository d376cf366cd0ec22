import { once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { basename, dirname } from 'node:path'
import { sendFile } from '../../http/send-file.ts'
import { type Answer, CORS_HEADERS, refusalAnswer, type WholeFile } from '../answer.ts'
import { NO_FILE } from './media-file.ts'
import type { Replica, ReplicaOptions } from '../replica.ts'

export interface ServiceOptions extends ReplicaOptions {
  /** Replaces {@link send}, so that a test can simulate failures. */
  deliver?: Deliver
  /** Milliseconds by which every answer is delayed. */
  latencyMs?: number
}

/** Sends the response to a request; for HEAD, the headers only. */
export type Deliver = (request: IncomingMessage, response: ServerResponse, answer: Answer) => Promise<void>

/** Handles a request of `node:http`; returns `false`, and does nothing, if it is for another path. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/**
 * Content API 2.0, read side, served by a replica of a finished cache: a request listener for `node:http`. It handles everything below
 * `/api/2.0` and the media paths in its answers.
 */
export function listenerOf(replica: Replica, { deliver = send, latencyMs, onError }: ServiceOptions): Listener {
  return async (request, response) => {
    const { method = '', url: target = '', headers } = request
    if (!replica.owns(target)) return false
    const answer = await replica.answer({ method, target, headers })
    await pause(latencyMs, response)
    await deliver(request, response, answer).catch((error: unknown) => {
      onError?.(error)
      response.destroy()
    })
    return true
  }
}

/** Headers of every answer. */
const COMMON_HEADERS = { ...CORS_HEADERS, 'x-content-type-options': 'nosniff' }

/** Sends a response; for HEAD, and for a 304, the headers only. Ends early, without an error, if the client disconnects. */
export async function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  if (response.closed) return
  if (!Buffer.isBuffer(body)) return sendPart(request, response, body, { ...COMMON_HEADERS, ...headers })
  const hasBody = status !== 304 && status !== 204
  response.writeHead(status, { ...COMMON_HEADERS, ...(hasBody && { 'content-length': body.length }), ...headers })
  response.end(hasBody && request.method !== 'HEAD' ? body : undefined)
}

/** A file, or the requested part of it. */
async function sendPart(request: IncomingMessage, response: ServerResponse, { path }: WholeFile, headers: OutgoingHttpHeaders) {
  const closed = once(response, 'close')
  // Another crawl may be sweeping the file at the moment.
  const onMissing = () => void send(request, response, refusalAnswer(NO_FILE))
  sendFile(request, response, { root: dirname(path), path: `/${encodeURIComponent(basename(path))}`, headers, onMissing })
  await closed
}

/** Waits, but only until the client disconnects. */
export function pause(milliseconds: number | undefined, response: ServerResponse): Promise<void> {
  if (!milliseconds || response.closed) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      response.off('close', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    response.once('close', done)
  })
}
