import { Agent, type Dispatcher, request } from 'undici'
import { RequestError } from '../errors.ts'
import { readRetryAfter } from './backoff.ts'
import { DERIVED_HEADER } from '../model/derived.ts'
import { type Body, decode, tooLarge } from './body.ts'
import { ACCEPT_ENCODING } from './encoding.ts'
import { errorOfDerived, errorOfNetwork, errorOfStatus, unauthorised } from './outcome.ts'
import { YieldQueue } from './yield-queue.ts'
import { Guard } from './guard.ts'
import { redactor } from './redact.ts'
import { interimWatch } from './limits.ts'
import { validatorOf, unless } from './validator.ts'

/** How to ask; times in milliseconds. */
export interface ExchangeOptions {
  userAgent: string
  /** Sent as `Authorization: api …` to the source's origin, and to no other. */
  token?: string
  /** How many requests may be under way at once. */
  concurrency: number
  connectTimeoutMs: number
  headersTimeoutMs: number
  bodyTimeoutMs: number
  /** For an answer as a whole, when it comes slowly. */
  answerTimeoutMs: number
  /** Hosts of private networks that the service may lead to, besides its own. */
  allowHost?: readonly string[]
}

/** One question: where its answer goes, and what it may do on the way. */
export interface Question<T> {
  /** Takes the body; may be called again when the answer turns out to be cut. */
  read: (body: Body) => Promise<T>
  maxBytes: number
  /** The validator of the answer that the asker has: the service may say that it is still the one. */
  known?: string
  /** Ask without the token, as anybody would. */
  asStranger?: boolean
  /** API: answers stay on one host, and a 401 ends the crawl. Media may come from anywhere. */
  of: 'api' | 'media'
  /** Called when the whole body has arrived, before it is read to its end. */
  onArrived?: () => void
  /** Called before a redirect is followed; what it throws is the answer. */
  onRedirect?: (target: string) => Promise<void>
}

/** Connections for each request under way: a freed one sends nothing for two turns of the event loop, and the next question need not wait for that. */
const SPARE = 1.25
const MAX_REDIRECTS = 5
/** Of an error page or a redirect's text; more costs less as a new connection. */
const MAX_DROPPED_BYTES = 128 * 1024

/** Sends requests over kept-alive connections: one question, one answer, no second try. */
export class Exchange {
  requests = 0
  /** Of all bodies, decoded. */
  bytes = 0
  readonly #agent: Agent
  readonly #yieldQueue = new YieldQueue()
  readonly #options: ExchangeOptions
  readonly #origin: string
  readonly #signal: AbortSignal
  readonly #redact: Body['redact']
  readonly #onAnswer: (url: string) => void

  /** `source` is the address whose origin gets the token. `onAnswer` is told of each address that answered, in whatever way. */
  constructor(source: string, options: ExchangeOptions, signal: AbortSignal, onAnswer: (url: string) => void) {
    this.#options = options
    this.#onAnswer = onAnswer
    this.#redact = redactor(options.token)
    this.#origin = new URL(source).origin
    this.#signal = signal
    this.#agent = new Agent({
      connections: Math.floor(SPARE * options.concurrency),
      headersTimeout: options.headersTimeoutMs,
      bodyTimeout: options.bodyTimeoutMs,
      connect: new Guard(source, options.allowHost).connector(options.connectTimeoutMs),
    })
  }

  /** Follows redirects and reads the answer. Throws a {@link RequestError} for any answer but a good one. */
  async once<T>(start: string, question: Question<T>): Promise<T> {
    let url = start
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      this.#signal.throwIfAborted()
      const response = await this.#send(url, question)
      const { statusCode: status, body } = response
      if (headerOf(response, DERIVED_HEADER) !== undefined) {
        await this.#drop(body)
        throw errorOfDerived(url)
      }
      if ((status >= 200 && status < 300) || (status === 304 && question.known))
        return await question.read(this.#bodyOf(response, url, question))
      await this.#drop(body)
      const location = this.#redact(headerOf(response, 'location') ?? '')
      if (status === 401 && question.of === 'api') throw unauthorised(url, this.#mayHaveToken(url))
      if (status < 300 || status >= 400 || !location) throw errorOfStatus(url, status, retryAfterOf(response))
      url = targetOf(url, location, question.of, status)
      await question.onRedirect?.(url)
    }
    throw new RequestError('failed', `${start} redirects more than ${MAX_REDIRECTS} times.`, { url: start, status: 302 })
  }

  /** Closes all connections, also those in use. */
  close(): Promise<void> {
    return this.#agent.destroy()
  }

  async #send(
    url: string,
    { of, known, asStranger = false }: Pick<Question<unknown>, 'of' | 'known' | 'asStranger'>,
  ): Promise<Dispatcher.ResponseData> {
    this.requests++
    const headers = {
      'user-agent': this.#options.userAgent,
      accept: of === 'api' ? 'application/json' : '*/*',
      'accept-encoding': of === 'api' ? ACCEPT_ENCODING : 'identity',
      ...unless(known),
      ...(!asStranger && this.#mayHaveToken(url) && { authorization: `api ${this.#options.token}` }),
    }
    try {
      const onInfo = interimWatch(url, this.#options.headersTimeoutMs)
      const response = await request(url, { dispatcher: this.#agent, headers, signal: this.#signal, onInfo })
      // A body that is let go tells of that when nobody reads it any more.
      response.body.on('error', () => undefined)
      this.#onAnswer(url)
      return response
    } catch (error) {
      throw errorOfNetwork(url, error)
    }
  }

  /** Reads what nobody needs, so that the connection can be used again; what drips or has no end is cut instead. */
  async #drop(body: Dispatcher.ResponseData['body']): Promise<void> {
    const signal = AbortSignal.timeout(this.#options.answerTimeoutMs)
    await body.dump({ limit: MAX_DROPPED_BYTES, signal }).catch(() => body.destroy())
  }

  #bodyOf(
    response: Dispatcher.ResponseData,
    url: string,
    { maxBytes, onArrived }: Pick<Question<unknown>, 'maxBytes' | 'onArrived'>,
  ): Body {
    const isUnchanged = response.statusCode === 304
    if (!isUnchanged && Number(headerOf(response, 'content-length')) > maxBytes) {
      response.body.destroy()
      throw tooLarge(url, maxBytes)
    }
    const encoding = isUnchanged ? '' : this.#redact(headerOf(response, 'content-encoding') ?? '')
    const chunks = decode(response.body, encoding, url, {
      maxBytes,
      timeoutMs: this.#options.answerTimeoutMs,
      onPiece: (bytes) => (this.bytes += bytes),
      onEnd: () => {
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

/** A date is held against the service's own clock: this machine's may be wrong. */
function retryAfterOf(response: Dispatcher.ResponseData): number | undefined {
  return readRetryAfter(headerOf(response, 'retry-after'), Date.parse(headerOf(response, 'date') ?? '') || Date.now())
}

/** Where a redirect leads. An answer of the API that lies on another host would not be the source's. */
function targetOf(url: string, location: string, of: 'api' | 'media', status: number): string {
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined
  if (!target || !/^https?:$/.test(target.protocol))
    throw new RequestError('failed', `${url} redirects to "${location}", which is no web address.`, { url, status })
  if (of === 'api' && target.hostname !== new URL(url).hostname)
    throw new RequestError('failed', `${url} redirects to another host, ${target.origin}.`, { url: target.href, status })
  return target.href
}
