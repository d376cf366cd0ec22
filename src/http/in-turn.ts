import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Answers a request; a returned promise is awaited. */
export type Answerer = (request: IncomingMessage, response: ServerResponse) => unknown

/** The maximum number of different errors that are reported. */
const MOST_TOLD = 20

interface Turns {
  waiting: number
  last: Promise<void>
}

/**
 * Answers the requests of a connection sequentially, so that thousands of pipelined ones (RFC 9112, 9.3.2) open no more files than one. A
 * connection with more than `maxPipelined` waiting is closed. A failed answer is a 500 and affects nothing else.
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
