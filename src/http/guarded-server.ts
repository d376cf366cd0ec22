import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { hostname } from 'node:os'

/** Answers a request; a returned promise is awaited. */
export type Answerer = (request: IncomingMessage, response: ServerResponse) => unknown

const LIMITS = {
  /** Concurrent connections. */
  maxConnections: 512,
  /** How long a connection may be idle, or its client read a response, before it can be closed for a new one above the limit. */
  graceMs: 2000,
  /** The size of request line and headers together; more is a 431. */
  maxHeaderBytes: 16 * 1024,
  /** The time for a client's request line and headers, and for the whole request; more is a 408. */
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** How long a connection may be idle, also during a response that is not read. */
  idleTimeoutMs: 60_000,
  /** The number of requests that a connection may send before the first is answered. */
  maxPipelined: 256,
}

/** The limits of a server. */
export type Limits = typeof LIMITS

/** An HTTP server that clients cannot block: by silence, by slow sending, by long headers, or by many connections or requests at once. */
export function guardedServer(answer: Answerer, changes: Partial<Limits> = {}): Server {
  const limits = { ...LIMITS, ...changes }
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      // As long as a proxy in front keeps its connections: closing one during a request is a 502 there.
      keepAliveTimeout: limits.idleTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, limits.headersTimeoutMs),
    },
    inTurn(answer, limits),
  )
  limitConnections(server, limits)
  server.setTimeout(limits.idleTimeoutMs)
  // A connection that the system cannot open (no memory, too many files) is dropped; during startup, `listen` handles errors.
  server.on('error', (error) => {
    if (server.listening) process.emitWarning(error)
  })
  return server
}

/**
 * Limits concurrent connections. If all places are taken, a new connection replaces one that has been idle for longer than `graceMs`,
 * otherwise the one with the longest running response, so that slow readers do not block others. If all are younger, the new connection is
 * closed.
 */
function limitConnections(server: Server, { maxConnections, graceMs }: Limits): void {
  /** When each connection became idle or its response started, the oldest first. */
  const since = new Map<Socket, number>()
  const answered = new Set<Socket>()
  const touch = (socket: Socket) => {
    since.delete(socket)
    since.set(socket, performance.now())
  }
  const oldest = (isAnswered: boolean): Socket | undefined => {
    const latest = performance.now() - graceMs
    for (const [socket, start] of since) if (start <= latest && answered.has(socket) === isAnswered) return socket
    return undefined
  }
  server.on('connection', (socket: Socket) => {
    touch(socket)
    socket.once('close', () => {
      since.delete(socket)
      answered.delete(socket)
    })
    if (since.size <= maxConnections) return
    const leaving = oldest(false) ?? oldest(true) ?? socket
    since.delete(leaving)
    leaving.destroy()
  })
  server.on('request', ({ socket }, response) => {
    answered.add(socket)
    touch(socket)
    response.once('close', () => {
      answered.delete(socket)
      if (since.has(socket)) touch(socket)
    })
  })
}

/** The maximum number of different errors that are reported. */
const MAX_WARNINGS = 20

interface Turns {
  waiting: number
  last: Promise<void>
}

/**
 * Answers the requests of a connection sequentially, so that thousands of pipelined ones (RFC 9112, 9.3.2) open no more files than one. A
 * connection with more than `maxPipelined` waiting is closed. A failed answer is a 500 and affects nothing else.
 */
function inTurn(answer: Answerer, { maxPipelined }: Limits): RequestListener {
  const turns = new WeakMap<Socket, Turns>()
  const warned = new Set<string>()

  function fail(error: unknown, response: ServerResponse): void {
    const message = String(error)
    if (!warned.has(message) && warned.size < MAX_WARNINGS) process.emitWarning(error instanceof Error ? error : message)
    warned.add(message)
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

/**
 * Answers 421 to requests for another host: a page on a foreign name that resolves to this machine (DNS rebinding) must not read anything.
 * Numeric addresses, the names of the loopback address, that of this machine and `names` are accepted. `onRefused` is called with each
 * other name, limited to printable letters.
 */
export function onlyOwnNames(names: readonly string[], answer: Answerer, onRefused?: (name: string) => void): Answerer {
  const own = new Set([...names, 'localhost', hostname(), `${hostname()}.local`].map((name) => name.toLowerCase()))
  return (request, response) => {
    toOriginForm(request)
    const name = nameOf(request)
    if (name === undefined || own.has(name) || name.endsWith('.localhost') || isIP(name)) return answer(request, response)
    const shown = name.replace(/[^\w.:-]/g, '?').slice(0, 100)
    response
      .writeHead(421, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      .end(`This server does not go by the name ${shown}. Its operator can add that name to those that it answers to.\n`)
    onRefused?.(shown)
    return undefined
  }
}

/** An absolute-form target, as sent by a client behind a proxy, is parsed into host and path, which override `Host` (RFC 9112, 3.2.2). */
function toOriginForm(request: IncomingMessage): void {
  const [, authority, target = ''] = /^https?:\/\/([^/?#]*)((?:[/?#].*)?)$/i.exec(request.url ?? '') ?? []
  if (authority === undefined) return
  request.headers.host = authority
  request.url = target.startsWith('/') ? target : `/${target}`
}

/** The name in the `Host` header, without port and brackets; undefined if there is none, as in HTTP/1.0. */
function nameOf({ headers: { host } }: IncomingMessage): string | undefined {
  return host
    ?.toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}
