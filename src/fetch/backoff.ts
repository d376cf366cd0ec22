import { setTimeout as sleep } from 'node:timers/promises'
import type { Waits } from './waits.ts'

const FIRST_MS = 500
const LONGEST_MS = 30_000
/** Longer pauses are reported. */
const LONG_MS = 15_000
/** A service may ask for a day; the crawl retries sooner, one request at a time. */
const LONGEST_HOLD_MS = 10 * 60_000

/** The delay before the next attempt, in milliseconds: doubles each time, with up to half of it random. */
export function backoffMs(tries: number, random = Math.random(), firstMs = FIRST_MS): number {
  return Math.min(LONGEST_MS, firstMs * 2 ** (tries - 1)) * (0.5 + random / 2)
}

/** A `Retry-After` header, in seconds or as an HTTP date, as milliseconds from `now`. Undefined if absent or invalid. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? ''
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_HOLD_MS, Math.max(0, ms))
}

/** Hosts that asked for a pause, or are behind a bot check: no request is sent to them until it is over. */
export class Holds {
  /** How often a host asked for a pause. */
  count = 0
  /** The total length of the pauses; overlapping ones count once. */
  waitMs = 0
  readonly #until = new Map<string, number>()
  readonly #waits: Waits
  readonly #warn: (sentence: string) => void
  readonly #now: () => number
  readonly #told = new Set<string>()

  /** `warn` gets a note of each host's first long pause. `now` is a monotonic clock in milliseconds; the system clock may jump. */
  constructor(waits: Waits, warn: (sentence: string) => void, now = () => performance.now()) {
    this.#waits = waits
    this.#warn = warn
    this.#now = now
  }

  /** `why` completes "HOST …". */
  hold(host: string, ms: number, why = 'asked for a pause'): void {
    const now = this.#now()
    const until = Math.max(this.#until.get(host) ?? 0, now)
    this.count++
    this.waitMs += Math.max(0, now + ms - until)
    this.#until.set(host, Math.max(until, now + ms))
    if (ms < LONG_MS || this.#told.has(host)) return
    this.#told.add(host)
    this.#warn(`${host} ${why}: nothing is requested there for ${Math.round(ms / 1000)} s.`)
  }

  isHeld(host: string): boolean {
    return this.#left(host) > 0
  }

  /** Resolves when requests to the host may continue. */
  async over(host: string, signal: AbortSignal): Promise<void> {
    while (this.isHeld(host)) {
      const ms = Math.max(1, this.#left(host))
      await this.#waits.during(host, 'pause', sleep(ms, undefined, { signal }), ms)
    }
  }

  #left(host: string): number {
    return (this.#until.get(host) ?? 0) - this.#now()
  }
}
