import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Answers a request; what it returns may be waited for. */
export type Answerer = (request: IncomingMessage, response: ServerResponse) => unknown

/** So many different errors are told. */
const MOST_TOLD = 20

interface Turns {
  waiting: number
  last: Promise<void>
}

/**
 * Answers the requests of a connection one after another, so that thousands sent at once (RFC 9112, 9.3.2) hold no more files open than one does. A connection with more
 * than `maxPipelined` waiting is closed. An answer that fails is 500, and ends nothing else.
 */
export function inTurn(answer: Answerer, maxPipelined: number): RequestListener {
  const turns = new WeakMap<Socket, Turns>()
  const told = new Set<string>()

  function fail(error: unknown, response: ServerResponse): void {
    const message = String(error)
    if (!told.has(message) && told.size < MOST_TOLD) process.emitWarning(error instanceof Error ? error : message)
    told.add(message)
    if (response.headersSent) response.destroy()
    else response.writeHead(500, { 'content-type': 'text/plain', 'content-length': 0 }).end()
  }

  async function answerOne(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (response.closed || request.socket.destroyed) return
    const closed = new Promise((resolve) => response.once('close', resolve))
    try {
      await answer(request, response)
    } catch (error) {
      fail(error, response)
    }
    await closed
  }

  return (request, response) => {
    const { socket } = request
    const turn = turns.get(socket) ?? { waiting: 0, last: Promise.resolve() }
    turns.set(socket, turn)
    if (turn.waiting > maxPipelined) return void socket.destroy()
    const next = () => answerOne(request, response).finally(() => turn.waiting--)
    turn.last = turn.waiting++ === 0 ? next() : turn.last.then(next)
  }
}
