import { setTimeout as sleep } from 'node:timers/promises'
import { RequestError } from '../errors.ts'
import { backoffMs } from './backoff.ts'
import type { DeadHosts } from './dead-hosts.ts'
import type { Question } from './exchange.ts'
import type { Waits } from './waits.ts'
import { isAtWall } from './outcome.ts'

export interface PatienceOptions {
  /** How often a transient failure is retried. */
  retries: number
  /** The delay before the first retry, in milliseconds; it doubles with each further one. */
  firstBackoffMs?: number
}

/** A request that may be retried. */
export interface PatientQuestion<T> extends Question<T> {
  /** Which errors are retried; default {@link isTransient}. */
  retry?: (error: RequestError) => boolean
  /** Called before each attempt with its number, from 1. */
  onTry?: (tries: number) => void
}

/** After this many requests that ended at a host's bot check, no other is retried there: a crawl would never end. */
const ENOUGH_WALLS = 5

/** Retries transient failures with increasing delays, but not at hosts that were given up. */
export class Patience {
  readonly #retries: number
  readonly #firstBackoffMs: number | undefined
  readonly #hosts: DeadHosts
  /** By host: the number of requests that ended at its bot check. */
  readonly #walls = new Map<string, number>()
  readonly #signal: AbortSignal
  readonly #waits: Waits

  constructor({ retries, firstBackoffMs }: PatienceOptions, hosts: DeadHosts, { signal, waits }: { signal: AbortSignal; waits: Waits }) {
    this.#retries = retries
    this.#firstBackoffMs = firstBackoffMs
    this.#hosts = hosts
    this.#signal = signal
    this.#waits = waits
  }

  /** Calls `attempt`, with its number from 1, until it succeeds, `retry` returns false or the retries are used up. */
  async with<T>(url: string, retry: (error: RequestError) => boolean, attempt: (tries: number) => Promise<T>): Promise<T> {
    const { host } = new URL(url)
    for (let tries = 1; ; tries++) {
      this.#hosts.check(url)
      try {
        return await attempt(tries)
      } catch (error) {
        this.#signal.throwIfAborted()
        if (!(error instanceof RequestError)) throw error
        const isWorthIt = retry(error)
        const walls = isAtWall(error) ? (this.#walls.get(host) ?? 0) : 0
        const isLast = !isWorthIt || tries > this.#retries || walls >= ENOUGH_WALLS
        const isInVain = await this.#hosts.failed(error, url, { tries, isLast, patienceMs: this.#longestMs() })
        if (isLast && isAtWall(error)) this.#walls.set(host, (this.#walls.get(host) ?? 0) + 1)
        if (!isWorthIt) throw error
        if (isLast || isInVain) throw tries > 1 ? afterTries(error, tries) : error
        if (error.outcome === 'throttled') continue // the whole host waits
        const ms = this.waitMs(tries)
        await this.#waits.during(host, 'retry', sleep(ms, undefined, { signal: this.#signal }), ms)
      }
    }
  }

  /** The longest that a request can wait between all its attempts together, in milliseconds; without retries, as with one. */
  #longestMs(): number {
    let ms = 0
    for (let tries = 1; tries <= Math.max(1, this.#retries); tries++) ms += backoffMs(tries, 1, this.#firstBackoffMs)
    return ms
  }

  /** The delay before the next attempt, in milliseconds. */
  waitMs(tries: number): number {
    return backoffMs(tries, Math.random(), this.#firstBackoffMs)
  }
}

function afterTries({ outcome, message, code, facts, cause }: RequestError, tries: number): RequestError {
  return new RequestError(outcome, `${message.replace(/\.$/, '')} (${tries} tries).`, { ...facts, code, tries, cause })
}
