import { createServer, type Server } from 'node:http'
import { type Answerer, inTurn } from './in-turn.ts'
import { keepPlaces } from './places.ts'

/** What a server puts up with. */
export interface Limits {
  /** Connections at once. */
  maxConnections: number
  /** How long a connection may lie still or read an answer before it gives its place to one above them (see {@link keepPlaces}). */
  graceMs: number
  /** Request line and headers together; more is 431. */
  maxHeaderBytes: number
  /** How long a client may take for its request line and headers, and for the whole request; more is 408. */
  headersTimeoutMs: number
  requestTimeoutMs: number
  /** How long a connection may lie still, also in the middle of an answer that nobody reads. */
  idleTimeoutMs: number
  /** Requests that a connection may send before it has the answer to the first. */
  maxPipelined: number
}

const LIMITS: Limits = {
  maxConnections: 512,
  graceMs: 2000,
  maxHeaderBytes: 16 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  idleTimeoutMs: 60_000,
  maxPipelined: 256,
}

/** An HTTP server that no client can hold up: not by silence, by dripping, by long headers, nor by many connections or requests at once. */
export function guardedServer(answer: Answerer, limits: Partial<Limits> = {}): Server {
  const { maxConnections, graceMs, maxHeaderBytes, headersTimeoutMs, requestTimeoutMs, idleTimeoutMs, maxPipelined } = {
    ...LIMITS,
    ...limits,
  }
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // As long as a proxy in front keeps its connections: one that is closed under a request is a 502 there.
      keepAliveTimeout: idleTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
    },
    inTurn(answer, maxPipelined),
  )
  keepPlaces(server, { maxConnections, graceMs })
  server.setTimeout(idleTimeoutMs)
  // A connection that the system cannot open (no memory, too many files) is lost; while the server starts, `listen` hears of errors.
  server.on('error', (error) => {
    if (server.listening) process.emitWarning(error)
  })
  return server
}
