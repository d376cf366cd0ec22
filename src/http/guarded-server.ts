import { createServer, type Server } from 'node:http'
import { type Answerer, inTurn } from './in-turn.ts'
import { keepPlaces } from './places.ts'

/** The limits of a server. */
export interface Limits {
  /** Concurrent connections. */
  maxConnections: number
  /**
   * How long a connection may be idle, or its client read a response, before it can be closed for a new one above the limit (see {@link
   * keepPlaces}).
   */
  graceMs: number
  /** The size of request line and headers together; more is a 431. */
  maxHeaderBytes: number
  /** The time for a client's request line and headers, and for the whole request; more is a 408. */
  headersTimeoutMs: number
  requestTimeoutMs: number
  /** How long a connection may be idle, also during a response that is not read. */
  idleTimeoutMs: number
  /** The number of requests that a connection may send before the first is answered. */
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

/** An HTTP server that clients cannot block: by silence, by slow sending, by long headers, or by many connections or requests at once. */
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
      // As long as a proxy in front keeps its connections: closing one during a request is a 502 there.
      keepAliveTimeout: idleTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
    },
    inTurn(answer, maxPipelined),
  )
  keepPlaces(server, { maxConnections, graceMs })
  server.setTimeout(idleTimeoutMs)
  // A connection that the system cannot open (no memory, too many files) is dropped; during startup, `listen` handles errors.
  server.on('error', (error) => {
    if (server.listening) process.emitWarning(error)
  })
  return server
}
