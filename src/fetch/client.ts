import pLimit from 'p-limit'
import { RequestError, UnauthorisedError } from '../errors.ts'
import type { Body } from './body.ts'
import { DeadHosts } from './dead-hosts.ts'
import { Exchange, type ExchangeOptions, type Question } from './exchange.ts'
import { isAtWall, isOverloaded, isTransient, isUnreachable, ownRefusal } from './outcome.ts'
import { makeHolds, makePatience, type PatienceOptions, type PatientQuestion } from './patience.ts'
import { ROBOTS_QUESTION, robotsGuard } from './robots.ts'
import { type HostTurns, type Slot, HostLimiter } from './host-limiter.ts'
import { type Wait, Waits } from './waits.ts'

export interface ClientOptions extends ExchangeOptions, PatienceOptions {
  /** Requests per second and host; 0: limited only by the host's answers. */
  maxRate: number
  /** Ignores robots.txt. */
  ignoreRobots: boolean
  /** Shared with other crawls of the same hosts. */
  turns?: HostTurns | undefined
}

const AT_WALL = 'refuses requests by a wall against robots'
/** For how long a robots.txt is retried, unless the host asks for a pause. */
const ROBOTS_RETRIES_MS = 60_000

/** A polite HTTP client: limited concurrency, retries of transient failures, and no requests while a host asks for a pause. */
export class Client {
  readonly hosts: DeadHosts
  readonly #exchange: Exchange
  readonly #limit: ReturnType<typeof pLimit>
  readonly #waits: Waits
  readonly #cooldowns: ReturnType<typeof makeHolds>
  readonly #limiter: HostLimiter
  /** Throws if a robots.txt forbids an address. */
  readonly #allow: (url: string) => Promise<void>
  readonly #patience: ReturnType<typeof makePatience>
  /** Requests whose answers are not stored yet, including those in flight. */
  #storing = 0
  readonly #admission = makeAdmission((url) => this.#whenFree(url, ADMISSION_QUESTION, 1))

  /** `source` is the address whose origin gets the token. An aborted `signal` ends every request at once. `warn` gets notes about hosts. */
  constructor(source: string, options: ClientOptions, signal: AbortSignal, warn: (sentence: string) => void = () => undefined) {
    const waits = new Waits(signal)
    this.#waits = waits
    this.hosts = new DeadHosts(() => this.#answers(new URL('/robots.txt', source).href), warn)
    this.#exchange = new Exchange(source, options, waits, (url) => this.hosts.answered(url))
    this.#patience = makePatience(options, this.hosts, waits)
    this.#cooldowns = makeHolds(waits, warn)
    this.#limit = pLimit(options.concurrency)
    this.#limiter = new HostLimiter(options.concurrency, options.maxRate, waits, options.turns, this.#cooldowns.leftMs)
    const hooks = { ask: this.#askRobots.bind(this), warn, slow: this.#limiter.slow.bind(this.#limiter) }
    this.#allow = options.ignoreRobots ? () => Promise.resolve() : robotsGuard(options.userAgent, hooks)
  }

  get requests(): number {
    return this.#exchange.requests
  }

  /** Answers so far that asked for a pause, and the total length of the pauses. */
  get throttling(): { answers: number; waitMs: number } {
    return this.#cooldowns.total
  }

  /** What requests have been waiting for, or will, for five seconds or more. */
  get waits(): Wait[] {
    return this.#waits.all()
  }

  /** Of all bodies so far, decoded. */
  get bytes(): number {
    return this.#exchange.bytes
  }

  /**
   * Reads one answer, with retries. Throws a {@link RequestError} with the record's outcome, UnauthorisedError if the API answers 401
   * and no longer answers its first request, the signal's reason if it is aborted, and whatever `read` throws.
   */
  async get<T>(url: string, question: PatientQuestion<T>): Promise<T> {
    if (question.of === 'api') this.hosts.isSource(url)
    await this.#allow(url)
    try {
      const answer = await this.#patience.with(url, question.retry ?? isTransient, (tries) => {
        question.onTry?.(tries)
        return this.#whenFree(url, question, tries)
      })
      if (question.of === 'api') this.#admission.opened(url)
      return answer
    } catch (error) {
      if (error instanceof UnauthorisedError && (await this.#admission.isOpen())) throw ownRefusal(url, error)
      throw error
    }
  }

  close(): Promise<void> {
    return this.#exchange.close()
  }

  async #answers(url: string): Promise<boolean> {
    try {
      await this.#exchange.once(url, ROBOTS_QUESTION)
      return true
    } catch (error) {
      this.#waits.signal.throwIfAborted()
      return !(error instanceof RequestError && isUnreachable(error) && error.facts.url === url)
    }
  }

  /** Bypasses the limits: a request that occupies them may be waiting for this one. */
  #askRobots(url: string): Promise<string> {
    const { host } = new URL(url)
    const start = performance.now()
    const isLate = ({ outcome }: RequestError) => outcome !== 'throttled' && performance.now() - start > ROBOTS_RETRIES_MS
    const retry = (error: RequestError) => isTransient(error) && !isUnreachable(error) && !isAtWall(error) && !isLate(error)
    return this.#patience.with(url, retry, async (tries) => {
      await this.#cooldowns.over(host)
      return this.#held(host, tries, () => this.#exchange.once(url, ROBOTS_QUESTION))
    })
  }

  /** Waits for both limits, and releases them if the host asks for a pause meanwhile: others may need them. */
  async #whenFree<T>(url: string, question: Question<T>, tries: number): Promise<T> {
    const { host } = new URL(url)
    for (;;) {
      await this.#cooldowns.over(host)
      const turn = await this.#limiter.take(host)
      const begun = await this.#limit(async () => {
        if (!this.#cooldowns.isHeld(host)) return this.#begin(host, url, question, tries, turn)
        turn.end(undefined)
        return undefined
      })
      if (begun) return begun.result
    }
  }

  /**
   * Sends the request, and resolves when its slot is free: when the answer has arrived, even if it is still being stored. As many
   * answers may be in storage as requests in flight, so a slow disk slows the network down.
   */
  async #begin<T>(host: string, url: string, question: Question<T>, tries: number, turn: Slot): Promise<{ result: Promise<T> }> {
    const { promise: arrived, resolve: leave } = Promise.withResolvers<undefined>()
    const start = performance.now()
    let headMs: number | undefined
    const ask = () => {
      // It may have been given up while this waited for its turn.
      this.hosts.check(url)
      return this.#exchange.once(url, {
        ...question,
        read: (body) => {
          headMs = performance.now() - start
          return question.read(body)
        },
        onArrived: () => {
          turn.end('well', headMs)
          if (this.#storing <= 2 * this.#limit.concurrency) leave(undefined)
        },
        onRedirect: async (target) => {
          this.hosts.check(target)
          await this.#allow(target)
        },
      })
    }
    const end = (error?: unknown) => {
      turn.end(error instanceof RequestError ? (isOverloaded(error) ? 'overloaded' : 'well') : undefined, headMs)
      this.#storing--
    }
    this.#storing++
    const result = this.#held(host, tries, ask)
    await Promise.race([arrived, result.then(() => end(), end)])
    return { result }
  }

  /** Pauses the host before the slot is released: the next request must not start. */
  async #held<T>(host: string, tries: number, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof RequestError && error.outcome === 'throttled')
        this.#cooldowns.hold(host, error.facts.retryAfterMs || this.#patience.waitMs(tries), isAtWall(error) ? AT_WALL : undefined)
      throw error
    }
  }
}

const ADMISSION_QUESTION = { of: 'api', maxBytes: Infinity, read: ({ chunks }: Body) => Array.fromAsync(chunks, () => undefined) } as const

/** Distinguishes a service that refuses one record from one that requires other credentials. `ask` throws unless the answer is good. */
export function makeAdmission(ask: (url: string) => Promise<unknown>) {
  let first: string | undefined
  let asking: Promise<boolean> | undefined
  async function answers(url: string): Promise<boolean> {
    try {
      await ask(url)
      return true
    } catch (error) {
      if (error instanceof UnauthorisedError || error instanceof RequestError) return false
      throw error
    }
  }
  return {
    /** The service has answered at `url`. */
    opened: (url: string) => void (first ??= url),
    /** Whether the service still answers its first request. Simultaneous callers share one request. */
    isOpen: async () => first !== undefined && (asking ??= answers(first).finally(() => (asking = undefined))),
  }
}
