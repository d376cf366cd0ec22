import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, request } from 'undici'
import { Guard } from './guard.ts'
import { interimWatch } from './limits.ts'
import { errorOfNetwork } from './outcome.ts'

/** How one request is sent; times in milliseconds. */
export interface TransportOptions {
  userAgent: string
  /** Sent as `Authorization: api …` with the requests that may have it. */
  token?: string
  /** How many requests may be in flight. */
  concurrency: number
  connectTimeoutMs: number
  headersTimeoutMs: number
  bodyTimeoutMs: number
  /** For a whole slow answer. */
  answerTimeoutMs: number
  /** Hosts on private networks that may be connected to, besides the source's own. */
  allowHost?: readonly string[]
}

/** One request to one address. */
export interface Sending {
  url: string
  headers: Record<string, string>
  withToken: boolean
  /** Of the body, as it is sent and as it is decoded. */
  maxBytes: number
  answerTimeoutMs: number
}

/** What came back, while the body is arriving. */
export interface Received {
  statusCode: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** As it was sent. Its errors are those of the network. */
  body: Readable
  /** Time to first byte, where that is not when this is resolved. */
  headMs?: number
  /** Drains an unneeded body, so that its connection can be reused; a slow or endless one is aborted instead. */
  drop: () => Promise<void>
}

/** Sends one request to one address: it follows no redirect and tries once. Throws a RequestError if no answer begins. */
export interface Transport {
  send: (sending: Sending) => Promise<Received>
  /** Ends what is in flight. */
  close: () => Promise<void>
  /** For a transport whose capacity changes: how many requests may be in flight, now and whenever that changes. */
  onCapacity?: (listener: (most: number) => void) => void
}

/** Connections per request in flight: a freed connection is idle for two turns of the event loop, and the next request need not wait for that. */
const SPARE = 1.25
/** Bytes of an error page or a redirect's body that are drained; for more, a new connection is cheaper. */
const MAX_DROPPED_BYTES = 128 * 1024

/** Sends from this machine, over kept-alive connections, and to no private network that nobody has allowed. */
export class DirectTransport implements Transport {
  readonly #agent: Agent
  readonly #options: TransportOptions
  readonly #signal: AbortSignal

  /** `source` is the address whose network may be connected to. An aborted `signal` ends every request at once. */
  constructor(source: string, options: TransportOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
    this.#agent = new Agent({
      connections: Math.floor(SPARE * options.concurrency),
      headersTimeout: options.headersTimeoutMs,
      bodyTimeout: options.bodyTimeoutMs,
      connect: new Guard(source, options.allowHost).connector(options.connectTimeoutMs),
    })
  }

  async send({ url, headers: own, withToken }: Sending): Promise<Received> {
    const { userAgent, token, headersTimeoutMs, answerTimeoutMs } = this.#options
    const headers = { 'user-agent': userAgent, ...own, ...(withToken && { authorization: `api ${token}` }) }
    let response: Dispatcher.ResponseData
    try {
      const onInfo = interimWatch(url, headersTimeoutMs)
      response = await request(url, { dispatcher: this.#agent, headers, signal: this.#signal, onInfo })
    } catch (error) {
      throw errorOfNetwork(url, error)
    }
    const { statusCode, headers: theirs, body } = response
    // A discarded body emits an error when nobody listens any more.
    body.on('error', () => undefined)
    const drop = () =>
      body
        .dump({ limit: MAX_DROPPED_BYTES, signal: AbortSignal.timeout(answerTimeoutMs) })
        .catch(() => body.destroy())
        .then(() => undefined)
    return { statusCode, headers: theirs, body, drop }
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }
}
