import { setTimeout as sleep } from 'node:timers/promises'
import { AdaptiveConcurrency, type Sign } from './adaptive-concurrency.ts'
import type { Waits } from './waits.ts'

/** A slot among a host's requests; it must be released. */
export interface Slot {
  /** Releases it; only the first call counts. An undefined signal carries no information: no request was sent, or the crawl was stopped. */
  end: (sign: Sign | undefined, ms?: number) => void
}

interface Host {
  pace: AdaptiveConcurrency
  underWay: number
  waiting: (() => void)[]
  /** Between two requests, in milliseconds. */
  gapMs: number
  /** When the next request may start, by `performance.now()`. */
  nextAt: number
}

/** Starts requests to each host within its own {@link AdaptiveConcurrency} and minimum gap; hosts do not wait for each other. */
export class HostLimiter {
  readonly #hosts = new Map<string, Host>()
  #most: number
  readonly #gapMs: number
  readonly #signal: AbortSignal
  readonly #waits: Waits

  /** `maxRate` is in requests per second and host; 0: no limit. */
  constructor(most: number, maxRate: number, { signal, waits }: { signal: AbortSignal; waits: Waits }) {
    this.#most = most
    this.#gapMs = maxRate > 0 ? 1000 / maxRate : 0
    this.#signal = signal
    this.#waits = waits
    signal.addEventListener('abort', () => this.#admitAll(), { once: true })
  }

  /** Resolves when a request to the host may start. Throws the signal's reason if it is aborted. */
  async take(name: string): Promise<Slot> {
    const host = this.#host(name)
    // A freed slot goes to the first in the queue: newcomers wait behind it.
    if (host.waiting.length === 0 && host.underWay < host.pace.width) host.underWay++
    else await new Promise<void>((resolve) => host.waiting.push(resolve))
    try {
      this.#signal.throwIfAborted()
      if (host.gapMs > 0) await this.#gap(name, host)
    } catch (error) {
      this.#leave(host)
      throw error
    }
    const number = host.pace.start()
    let isOver = false
    return {
      end: (sign, ms) => {
        if (isOver) return
        isOver = true
        if (sign) host.pace.end(number, sign, ms)
        this.#leave(host)
      },
    }
  }

  /** Changes how many requests to one host may be in flight at most. */
  allow(most: number): void {
    this.#most = most
    for (const host of this.#hosts.values()) {
      host.pace.allow(most)
      this.#admit(host, host.pace.width)
    }
  }

  /** How many requests to a host may be in flight at the moment, and how many may start each second; 0: no limit. */
  limitsOf(name: string): { concurrency: number; rate: number } {
    const { pace, gapMs } = this.#host(name)
    return { concurrency: pace.width, rate: gapMs > 0 ? Math.round(1e6 / gapMs) / 1000 : 0 }
  }

  /** Sets a longer gap between requests for a host that asks for it. */
  slow(name: string, gapMs: number): void {
    const host = this.#host(name)
    host.gapMs = Math.max(host.gapMs, gapMs)
  }

  async #gap(name: string, host: Host): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, host.nextAt)
    host.nextAt = at + host.gapMs
    if (at > now) await this.#waits.during(name, 'delay', sleep(at - now, undefined, { signal: this.#signal }), at - now)
  }

  #leave(host: Host): void {
    host.underWay--
    this.#admit(host, host.pace.width)
  }

  #admit(host: Host, width: number): void {
    for (const resolve of host.waiting.splice(0, Math.max(0, width - host.underWay))) {
      host.underWay++
      resolve()
    }
  }

  /** Rejects all waiting requests when the crawl has ended. */
  #admitAll(): void {
    for (const host of this.#hosts.values()) this.#admit(host, Infinity)
  }

  #host(name: string): Host {
    let host = this.#hosts.get(name)
    if (!host)
      this.#hosts.set(name, (host = { pace: new AdaptiveConcurrency(this.#most), underWay: 0, waiting: [], gapMs: this.#gapMs, nextAt: 0 }))
    return host
  }
}
