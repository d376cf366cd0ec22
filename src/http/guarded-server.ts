import { createServer, type RequestListener, type Server } from 'node:http'
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
}

const LIMITS: Limits = {
  maxConnections: 512,
  graceMs: 2000,
  maxHeaderBytes: 16 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  idleTimeoutMs: 60_000,
}

/** An HTTP server that no client can hold up: not by silence, by dripping, by long headers, nor by many connections. */
export function guardedServer(listener: RequestListener, limits: Partial<Limits> = {}): Server {
  const { maxConnections, graceMs, maxHeaderBytes, headersTimeoutMs, requestTimeoutMs, idleTimeoutMs } = { ...LIMITS, ...limits }
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
    },
    listener,
  )
  keepPlaces(server, { maxConnections, graceMs })
  server.setTimeout(idleTimeoutMs)
  return server
}
