import { RequestError } from '../errors.ts'
import { readRetryAfter } from './backoff.ts'
import { DERIVED_HEADER } from '../model/derived.ts'
import { type Body, decode, tooLarge } from './body.ts'
import { ACCEPT_ENCODING } from './encoding.ts'
import { errorOfDerived, errorOfStatus, unauthorised } from './outcome.ts'
import { YieldQueue } from './yield-queue.ts'
import { redactor } from './redact.ts'
import { targetOf } from './redirect.ts'
import { AnswerCounts } from './traffic.ts'
import { DirectTransport, type Received, type Transport, type TransportOptions } from './transport.ts'
import { validatorOf, unless } from './validator.ts'
import type { Waits } from './waits.ts'

/** Options of requests; times in milliseconds. */
export interface ExchangeOptions extends TransportOptions {
  /** What sends the requests, if not this machine. */
  transport?: Transport
}

/** One request: where its answer goes, and the rules for it. */
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

const MAX_REDIRECTS = 5

/** Sends requests and follows redirects, without retries. */
export class Exchange {
  requests = 0
  /** Of all bodies, decoded. */
  bytes = 0
  readonly answers = new AnswerCounts()
  readonly #transport: Transport
  readonly #yieldQueue = new YieldQueue()
  readonly #options: ExchangeOptions
  readonly #origin: string
  readonly #signal: AbortSignal
  readonly #redact: Body['redact']
  readonly #waits: Waits
  readonly #onAnswer: (url: string) => void

  /** `source` is the address whose origin gets the token. `onAnswer` is called for each address whose answer has arrived as a whole, with any status. */
  constructor(
    source: string,
    options: ExchangeOptions,
    { signal, waits, onAnswer }: { signal: AbortSignal; waits: Waits; onAnswer: (url: string) => void },
  ) {
    this.#options = options
    this.#onAnswer = onAnswer
    this.#waits = waits
    this.#redact = redactor(options.token)
    this.#origin = new URL(source).origin
    this.#signal = signal
    this.#transport = options.transport ?? new DirectTransport(source, options, signal)
  }

  /** Follows redirects and reads the answer. Throws a {@link RequestError} unless it is successful. */
  once<T>(start: string, question: Question<T>): Promise<T> {
    return this.#waits.during(new URL(start).host, 'answer', this.#follow(start, question))
  }

  async #follow<T>(start: string, question: Question<T>): Promise<T> {
    let url = start
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      this.#signal.throwIfAborted()
      const response = await this.#send(url, question)
      const { statusCode: status } = response
      if (headerOf(response, DERIVED_HEADER) !== undefined) {
        await response.drop()
        throw errorOfDerived(url)
      }
      if ((status >= 200 && status < 300) || (status === 304 && question.known))
        return await question.read(this.#bodyOf(response, url, question))
      await response.drop()
      this.#onAnswer(url)
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
    return this.#transport.close()
  }

  #send(
    url: string,
    { of, known, asStranger = false, maxBytes, answerTimeoutMs = Infinity }: Omit<Question<unknown>, 'read'>,
  ): Promise<Received> {
    this.requests++
    const headers = {
      accept: of === 'api' ? 'application/json' : '*/*',
      'accept-encoding': of === 'api' ? ACCEPT_ENCODING : 'identity',
      ...unless(known),
    }
    const withToken = !asStranger && this.#mayHaveToken(url)
    const mostMs = Math.min(answerTimeoutMs, this.#options.answerTimeoutMs)
    return this.answers.count(this.#transport.send({ url, headers, withToken, maxBytes, answerTimeoutMs: mostMs }), retryAfterOf)
  }

  #bodyOf(
    response: Received,
    url: string,
    { maxBytes, onArrived, answerTimeoutMs = Infinity }: Pick<Question<unknown>, 'maxBytes' | 'onArrived' | 'answerTimeoutMs'>,
  ): Body {
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
    const { headMs } = response
    return {
      url,
      contentType,
      isUnchanged,
      validator: this.#redact(validator),
      redact: this.#redact,
      chunks,
      ...(headMs !== undefined && { headMs }),
    }
  }

  #mayHaveToken(url: string): boolean {
    return !!this.#options.token && new URL(url).origin === this.#origin
  }
}

function headerOf({ headers }: Received, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** A date is compared with the service's own clock: this machine's may be wrong. */
function retryAfterOf(response: Received): number | undefined {
  return readRetryAfter(headerOf(response, 'retry-after'), Date.parse(headerOf(response, 'date') ?? '') || Date.now())
}
