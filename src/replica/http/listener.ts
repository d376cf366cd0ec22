import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Replica, ReplicaOptions } from '../replica.ts'
import type { Answer } from '../answer.ts'
import { pause, send } from './send.ts'

export { API_PATH } from '../replica.ts'

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
    const asked = { method, target, headers }
    const given = replica.recall(asked) ?? (await replica.answer(asked))
    await pause(latencyMs, response)
    await deliver(request, response, given).catch((error: unknown) => {
      onError?.(error)
      response.destroy()
    })
    return true
  }
}
