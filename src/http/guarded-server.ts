import { createServer, type RequestListener, type Server } from 'node:http'

/** What a server puts up with. */
export interface Limits {
  /** Connections at once; those above are closed as they come. */
  maxConnections: number
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
  maxHeaderBytes: 16 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  idleTimeoutMs: 60_000,
}

/** An HTTP server that no client can hold up: not by silence, by dripping, by long headers, nor by many connections. */
export function guardedServer(listener: RequestListener, limits: Partial<Limits> = {}): Server {
  const { maxConnections, maxHeaderBytes, headersTimeoutMs, requestTimeoutMs, idleTimeoutMs } = { ...LIMITS, ...limits }
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
    },
    listener,
  )
  server.maxConnections = maxConnections
  server.setTimeout(idleTimeoutMs)
  return server
}
