import { type Dispatcher, request } from 'undici'
import { RequestError } from '../errors.ts'
import { DERIVED_HEADER } from '../model/envelope.ts'
import { ACCEPT_ENCODING, type Body, decode, tooLarge } from './body.ts'
import { errorOfDerived, errorOfStatus, errorOfWall, isWall, unauthorised } from './outcome.ts'
import { type Route, routeFor } from './proxy.ts'
import { Guard } from './guard.ts'
import { interimWatch } from './limits.ts'
import type { Waits } from './waits.ts'

/** Options of requests; times in milliseconds. */
export interface ExchangeOptions {
  userAgent: string
  /** Sent as `Authorization: api …` to the source's origin only. */
  token?: string
  /** How many requests may be in flight. */
  concurrency: number
  connectTimeoutMs: number
  headersTimeoutMs: number
  bodyTimeoutMs: number
  /** For a whole slow answer. */
  answerTimeoutMs: number
  /** Hosts on private networks that may be connected to, in addition to the source's own. */
  allowHost?: readonly string[]
}

export interface Question<T> {
  /** Consumes the body; called again if the answer turns out to be truncated. */
  read: (body: Body) => Promise<T>
  maxBytes: number
  /** For a whole answer, where that is less than the option. */
  answerTimeoutMs?: number
  /** The validator of the stored answer, for a conditional request. */
  known?: string
  /** Send no token, like any member of the public. */
  asStranger?: boolean
  /** API: answers stay on one host, and a 401 ends the crawl. Media may come from anywhere. */
  of: 'api' | 'media'
  /** Called when the whole body has arrived, before it has been consumed. */
  onArrived?: () => void
  /** Called before a redirect is followed; if it throws, the request fails with that. */
  onRedirect?: (target: string) => Promise<void>
}

/** Connections per request in flight: a freed connection is idle for two turns of the event loop, which would delay the next request. */
const SPARE = 1.25
const MAX_REDIRECTS = 5
/** Bytes of an error page or a redirect's body that are drained; for more, a new connection is cheaper. */
const MAX_DROPPED_BYTES = 128 * 1024

/** Sends requests over kept-alive connections, without retries. */
export class Exchange {
  requests = 0
  /** Of all bodies, decoded. */
  bytes = 0
  readonly #route: Route
  readonly #yieldQueue = new YieldQueue()
  readonly #options: ExchangeOptions
  readonly #origin: string
  readonly #redact: Body['redact']
  readonly #waits: Waits
  readonly #onAnswer: (url: string) => void

  /** `source`: the address whose origin gets the token. `onAnswer`: called for each address that has answered in full, with any status. */
  constructor(source: string, options: ExchangeOptions, waits: Waits, onAnswer: (url: string) => void) {
    this.#options = options
    this.#onAnswer = onAnswer
    this.#waits = waits
    this.#redact = redactor(options.token)
    this.#origin = new URL(source).origin
    this.#route = routeFor(new Guard(source, options.allowHost), options.connectTimeoutMs, {
      connections: Math.floor(SPARE * options.concurrency),
      headersTimeout: options.headersTimeoutMs,
      bodyTimeout: options.bodyTimeoutMs,
      allowH2: false,
    })
  }

  /** Follows redirects and reads the answer. Throws a {@link RequestError} unless it is successful. */
  once<T>(start: string, question: Question<T>): Promise<T> {
    return this.#waits.during(new URL(start).host, 'answer', this.#follow(start, question))
  }

  async #follow<T>(start: string, question: Question<T>): Promise<T> {
    let url = start
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      this.#waits.signal.throwIfAborted()
      const response = await this.#send(url, question)
      const { statusCode: status, body } = response
      if (headerOf(response, DERIVED_HEADER) !== undefined) {
        await this.#drop(body)
        throw errorOfDerived(url)
      }
      if ((status >= 200 && status < 300) || (status === 304 && question.known))
        return await question.read(this.#bodyOf(response, url, question))
      await this.#drop(body)
      this.#onAnswer(url)
      const location = this.#redact(headerOf(response, 'location') ?? '')
      if (isWall(status, (name) => headerOf(response, name))) throw errorOfWall(url, status, retryAfterOf(response))
      if (status === 401 && question.of === 'api') throw unauthorised(url, this.#mayHaveToken(url))
      if (status < 300 || status >= 400 || !location) throw errorOfStatus(url, status, retryAfterOf(response))
      url = targetOf(url, location, question.of, status)
      await question.onRedirect?.(url)
    }
    throw new RequestError('failed', `${start} redirects more than ${MAX_REDIRECTS} times.`, { url: start, status: 302 })
  }

  close(): Promise<void> {
    return this.#route.dispatcher.destroy()
  }

  async #send<T>(url: string, { of, known, asStranger = false }: Question<T>): Promise<Dispatcher.ResponseData> {
    this.requests++
    const headers = {
      'user-agent': this.#options.userAgent,
      accept: of === 'api' ? 'application/json' : '*/*',
      'accept-encoding': of === 'api' ? ACCEPT_ENCODING : 'identity',
      ...unless(known),
      ...(!asStranger && this.#mayHaveToken(url) && { authorization: `api ${this.#options.token}` }),
    }
    try {
      await this.#route.admit(url)
      const onInfo = interimWatch(url, this.#options.headersTimeoutMs)
      const response = await request(url, { dispatcher: this.#route.dispatcher, headers, signal: this.#waits.signal, onInfo })
      // A discarded body emits an error after its listeners are gone.
      response.body.on('error', () => undefined)
      return response
    } catch (error) {
      throw this.#route.errorOf(url, error)
    }
  }

  /** Drains an unneeded body, so the connection can be reused; a slow or endless one is aborted instead. */
  async #drop(body: Dispatcher.ResponseData['body']): Promise<void> {
    const signal = AbortSignal.timeout(this.#options.answerTimeoutMs)
    await body.dump({ limit: MAX_DROPPED_BYTES, signal }).catch(() => body.destroy())
  }

  #bodyOf<T>(response: Dispatcher.ResponseData, url: string, { maxBytes, onArrived, answerTimeoutMs = Infinity }: Question<T>): Body {
    const isUnchanged = response.statusCode === 304
    if (!isUnchanged && Number(headerOf(response, 'content-length')) > maxBytes) {
      response.body.destroy()
      this.#onAnswer(url)
      throw tooLarge(url, maxBytes)
    }
    const encoding = isUnchanged ? '' : this.#redact(headerOf(response, 'content-encoding') ?? '')
    const chunks = decode(response.body, encoding, url, {
      maxBytes,
      timeoutMs: Math.min(answerTimeoutMs, this.#options.answerTimeoutMs),
      onPiece: (bytes) => (this.bytes += bytes),
      onEnd: () => {
        this.#onAnswer(url)
        onArrived?.()
        return this.#yieldQueue.turn()
      },
    })
    const validator = validatorOf(headerOf(response, 'etag'), headerOf(response, 'last-modified'))
    const contentType = this.#redact(headerOf(response, 'content-type') ?? '')
    return { url, contentType, isUnchanged, validator: this.#redact(validator), redact: this.#redact, chunks }
  }

  #mayHaveToken(url: string): boolean {
    return !!this.#options.token && new URL(url).origin === this.#origin
  }
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** A date is compared with the service's own clock: this machine's may be wrong. */
function retryAfterOf(response: Dispatcher.ResponseData): number | undefined {
  return readRetryAfter(headerOf(response, 'retry-after'), Date.parse(headerOf(response, 'date') ?? '') || Date.now())
}

/** A service may ask for a day; the crawl retries sooner, one request at a time. */
const LONGEST_HOLD_MS = 10 * 60_000

/** A `Retry-After` header, in seconds or as an HTTP date, as milliseconds from `now`. Undefined if absent or invalid. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? ''
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_HOLD_MS, Math.max(0, ms))
}

/** The target of a redirect. The API must not redirect to another host: the answer would not be the source's. */
function targetOf(url: string, location: string, of: 'api' | 'media', status: number): string {
  const target = URL.parse(location, url)
  if (!target || !/^https?:$/.test(target.protocol))
    throw new RequestError('failed', `${url} redirects to "${location}", which is no web address.`, { url, status })
  if (of === 'api' && target.hostname !== new URL(url).hostname)
    throw new RequestError('failed', `${url} redirects to another host, ${target.origin}.`, { url: target.href, status })
  return target.href
}

/** The validators of all records are kept in memory, and none needs to be longer. */
const MAX_VALIDATOR_LENGTH = 128

/** The validator of an answer: its ETag or, if there is none, its date of last modification. '' for neither. */
export function validatorOf(etag: string | undefined, lastModified = ''): string {
  const validator = etag?.includes('"') ? etag : Number.isNaN(Date.parse(lastModified)) ? '' : lastModified
  return validator.length <= MAX_VALIDATOR_LENGTH ? validator : ''
}

/** The headers of a conditional request for this validator (RFC 9110, 13.1). */
export function unless(validator: string | undefined): Record<string, string> {
  if (!validator) return {}
  return validator.includes('"') ? { 'if-none-match': validator } : { 'if-modified-since': validator }
}

/** Shorter tokens may occur in texts by chance. */
const SHORTEST_TOKEN = 8

/** Removes the token from the service's output: a token echoed in a record, a redirect or a header must not be stored or printed. */
export function redactor(token: string | undefined): (text: string) => string {
  if (!token || token.length < SHORTEST_TOKEN) return (text) => text
  const spellings = new Set([token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1), token.replaceAll('/', '\\/')])
  return (text) => [...spellings].reduce((clean, spelling) => clean.replaceAll(spelling, '[token]'), text)
}

/** A freed connection sends its next request two turns of the event loop later (undici first checks whether it is still open). */
const SENDING_TURNS = 2
/** With this many waiting, there is enough work for every turn. */
const MANY = 16

/** Queues answers for processing: one per turn of the event loop, and none in turns in which the next requests are sent. */
export class YieldQueue {
  readonly #waiting: (() => void)[] = []
  #turnsSinceArrival = 0

  /** Call this when an answer has arrived. Resolves when it may be processed. */
  turn(): Promise<void> {
    this.#turnsSinceArrival = 0
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#next())
    })
  }

  #next(): void {
    if (++this.#turnsSinceArrival > SENDING_TURNS || this.#waiting.length >= MANY) this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(() => this.#next())
  }
}
