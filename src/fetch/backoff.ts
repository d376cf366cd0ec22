import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_MS = 500
const LONGEST_MS = 30_000
/** A service may ask for a day; the crawl asks again sooner, one request at a time. */
const LONGEST_HOLD_MS = 10 * 60_000

/** How long to wait before the next try, in milliseconds: doubles each time, with up to half of it left to chance. */
export function backoffMs(tries: number, random = Math.random(), firstMs = FIRST_MS): number {
  return Math.min(LONGEST_MS, firstMs * 2 ** (tries - 1)) * (0.5 + random / 2)
}

/** A `Retry-After` header, in seconds or as an HTTP date, as milliseconds from `now`. Undefined when there is none or it says nothing. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? ''
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_HOLD_MS, Math.max(0, ms))
}

/** Hosts that asked to be left alone for a while: no request goes to them until then. */
export class Holds {
  /** How often a host asked for it. */
  count = 0
  /** For how long, in all; overlapping times count once. */
  waitMs = 0
  readonly #until = new Map<string, number>()
  readonly #now: () => number

  /** `now` counts milliseconds and never jumps, as the machine's clock may. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  hold(host: string, ms: number): void {
    const now = this.#now()
    const until = Math.max(this.#until.get(host) ?? 0, now)
    this.count++
    this.waitMs += Math.max(0, now + ms - until)
    this.#until.set(host, Math.max(until, now + ms))
  }

  isHeld(host: string): boolean {
    return this.#left(host) > 0
  }

  /** Resolves when the host may be asked again. */
  async over(host: string, signal: AbortSignal): Promise<void> {
    while (this.isHeld(host)) await sleep(Math.max(1, this.#left(host)), undefined, { signal })
  }

  #left(host: string): number {
    return (this.#until.get(host) ?? 0) - this.#now()
  }
}
