import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Replica, ReplicaOptions } from '../replica.ts'
import type { Answer } from '../answer.ts'
import { pause, send } from './send.ts'

export { API_PATH } from '../replica.ts'

export interface ServiceOptions extends ReplicaOptions {
  /** Writes the answers in place of {@link send}: a test can have them go wrong. */
  deliver?: Deliver
  /** Milliseconds that every answer takes longer. */
  latencyMs?: number
}

/** Answers a request; of an answer to HEAD, the head alone. */
export type Deliver = (request: IncomingMessage, response: ServerResponse, answer: Answer) => Promise<void>

/** Answers a request of `node:http`; `false` for one that is not its own, with which it does nothing. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/**
 * Content API 2.0, read side, over a replica of a finished cache: a request listener for `node:http`. It answers what lies below `/api/2.0` and the
 * media paths that its answers name.
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
