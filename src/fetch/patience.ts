import { RequestError } from '../errors.ts'
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

export interface PatientQuestion<T> extends Question<T> {
  /** Which errors are retried; default {@link isTransient}. */
  retry?: (error: RequestError) => boolean
  /** Called before each attempt with its number, from 1. */
  onTry?: (tries: number) => void
}

/** After this many requests that ended at a host's bot check, no other is retried there: a crawl would never end. */
const ENOUGH_WALLS = 5

/** Retries transient failures with increasing delays, but not at hosts that were given up. */
export function makePatience({ retries, firstBackoffMs }: PatienceOptions, hosts: DeadHosts, waits: Waits) {
  /** By host: the number of requests that ended at its bot check. */
  const walls = new Map<string, number>()
  /** The longest that a request can wait between all its attempts together; without retries, as with one. */
  let patienceMs = 0
  for (let tries = 1; tries <= Math.max(1, retries); tries++) patienceMs += backoffMs(tries, 1, firstBackoffMs)
  /** The delay before the next attempt, in milliseconds. */
  const waitMs = (tries: number): number => backoffMs(tries, Math.random(), firstBackoffMs)
  return {
    waitMs,
    /** Calls `attempt`, with its number from 1, until it succeeds, `retry` returns false or the retries are used up. */
    async with<T>(url: string, retry: (error: RequestError) => boolean, attempt: (tries: number) => Promise<T>): Promise<T> {
      const { host } = new URL(url)
      for (let tries = 1; ; tries++) {
        hosts.check(url)
        try {
          return await attempt(tries)
        } catch (error) {
          waits.signal.throwIfAborted()
          if (!(error instanceof RequestError)) throw error
          const isWorthIt = retry(error)
          const isAtItsWall = isAtWall(error) && (walls.get(host) ?? 0) >= ENOUGH_WALLS
          const isLast = !isWorthIt || tries > retries || isAtItsWall
          const isInVain = await hosts.failed(error, url, { tries, isLast, patienceMs })
          if (isLast && isAtWall(error)) walls.set(host, (walls.get(host) ?? 0) + 1)
          if (!isWorthIt) throw error
          if (isLast || isInVain) throw tries > 1 ? afterTries(error, tries) : error
          if (error.outcome === 'throttled') continue // the whole host waits
          await waits.sleep(host, 'retry', waitMs(tries))
        }
      }
    },
  }
}

function afterTries({ outcome, message, code, facts, cause }: RequestError, tries: number): RequestError {
  return new RequestError(outcome, `${message.replace(/\.$/, '')} (${tries} tries).`, { ...facts, code, tries, cause })
}

const FIRST_MS = 500
const LONGEST_MS = 30_000
/** Longer pauses are reported. */
const LONG_MS = 15_000

/** The delay before the next attempt, in milliseconds: doubles each time, with up to half of it random. */
export function backoffMs(tries: number, random = Math.random(), firstMs = FIRST_MS): number {
  return Math.min(LONGEST_MS, firstMs * 2 ** (tries - 1)) * (0.5 + random / 2)
}

/** Hosts that asked for a pause, or are behind a bot check: no request is sent to them until it is over. */
export function makeHolds(waits: Waits, warn: (sentence: string) => void) {
  const ends = new Map<string, number>()
  const reported = new Set<string>()
  const total = { answers: 0, waitMs: 0 }
  const left = (host: string): number => (ends.get(host) ?? 0) - performance.now()
  const isHeld = (host: string): boolean => left(host) > 0
  return {
    /** Answers that asked for a pause, and the total length of the pauses; overlapping ones count once. */
    total,
    isHeld,
    /** How long a host's pause is yet. */
    leftMs: (host: string): number => Math.max(0, left(host)),
    /** A host's first long pause is reported; `why` completes "HOST …". */
    hold(host: string, ms: number, why = 'asked for a pause'): void {
      const now = performance.now()
      const until = Math.max(ends.get(host) ?? 0, now)
      total.answers++
      total.waitMs += Math.max(0, now + ms - until)
      ends.set(host, Math.max(until, now + ms))
      if (ms < LONG_MS || reported.has(host)) return
      reported.add(host)
      warn(`${host} ${why}: nothing is requested there for ${Math.round(ms / 1000)} s.`)
    },
    /** Resolves when requests to the host may continue. */
    async over(host: string): Promise<void> {
      while (isHeld(host)) await waits.sleep(host, 'pause', Math.max(1, left(host)))
    },
  }
}
