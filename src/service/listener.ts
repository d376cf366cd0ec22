import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Replica, ReplicaOptions } from './replica.ts'
import { pause, send } from './send.ts'
import { counting, type Spoil } from './spoil.ts'

export { API_PATH } from './replica.ts'

export interface ServiceOptions extends ReplicaOptions {
  spoil?: Spoil
  /** Milliseconds that every answer takes longer. */
  latencyMs?: number
}

/** Answers a request of `node:http`; `false` for one that is not its own, with which it does nothing. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/**
 * Content API 2.0, read side, over a replica of a finished cache: a request listener for `node:http`. It answers what lies below `/api/2.0` and the
 * media paths that its answers name.
 */
export function listenerOf(replica: Replica, { spoil, latencyMs, onError }: ServiceOptions): Listener {
  const spoilOf = spoil && counting(spoil)
  return async (request, response) => {
    const { method = '', url: target = '', headers } = request
    if (!replica.owns(target)) return false
    const asked = { method, target, headers }
    const given = replica.recall(asked) ?? (await replica.answer(asked))
    await pause(latencyMs, response)
    await send(response, given, method === 'HEAD', spoilOf?.(method, target)).catch((error: unknown) => {
      onError?.(error)
      response.destroy()
    })
    return true
  }
}
