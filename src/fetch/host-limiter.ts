import type { Waits } from './waits.ts'

/** A slot among a host's requests, to be released: the first call counts. Without a sign, no request was sent, or the crawl was stopped. */
export interface Slot {
  end: (sign: Sign | undefined, ms?: number) => void
}

/** What requests have shown about a host's limits. */
export interface Finding {
  /** How many requests may be in flight; `isStarting`: more may be possible. */
  width: number
  isStarting: boolean
}
/** With how long no request may start now. */
export type Learnt = Finding & { leftMs: number }

/** The permission to send one request; at first with what another crawl has found. */
export interface Turn {
  found?: Finding
  /** `learn` may be called later. */
  end: (learn: () => Learnt) => void
}

/** The turns at which one of several crawls sends requests to a host. */
export interface HostTurns {
  /** Resolves when we have the turn. */
  begin: (host: string) => Promise<Turn>
}

interface Host {
  pace: AdaptiveConcurrency
  underWay: number
  waiting: (() => void)[]
  /** Between two requests. */
  gapMs: number
  /** When the next request may start, by `performance.now()`. */
  nextAt: number
}

/** Starts requests to each host within its own {@link AdaptiveConcurrency} and minimum gap; hosts do not wait for each other. */
export class HostLimiter {
  readonly #hosts = new Map<string, Host>()
  readonly #most: number
  readonly #gapMs: number
  readonly #waits: Waits
  readonly #turns: HostTurns | undefined
  readonly #pauseMs: (host: string) => number

  /** `maxRate` is in requests per second and host; 0: no limit. `pauseMs` is how long a host asks for a pause yet. */
  constructor(most: number, maxRate: number, waits: Waits, turns?: HostTurns, pauseMs: (host: string) => number = () => 0) {
    this.#most = most
    this.#turns = turns
    this.#pauseMs = pauseMs
    this.#gapMs = maxRate > 0 ? 1000 / maxRate : 0
    this.#waits = waits
    // When the crawl has ended, all waiting requests are rejected.
    const admitAll = () => this.#hosts.forEach((host) => this.#admit(host, Infinity))
    waits.signal.addEventListener('abort', admitAll, { once: true })
  }

  /** Resolves when a request to the host may start. Throws the signal's reason if it is aborted. */
  async take(name: string): Promise<Slot> {
    const host = this.#host(name)
    // A freed slot goes to the first in the queue: newcomers wait behind it.
    if (host.waiting.length === 0 && host.underWay < host.pace.width) host.underWay++
    else await new Promise<void>((resolve) => host.waiting.push(resolve))
    let turn: Turn | undefined
    const leave = (): void => {
      turn?.end(() => this.#learnt(name, host))
      this.#leave(host)
    }
    try {
      this.#waits.signal.throwIfAborted()
      turn = this.#turns && (await this.#waits.during(name, 'turn', this.#turns.begin(name)))
      if (turn?.found) host.pace.resume(turn.found)
      if (host.gapMs > 0) await this.#gap(name, host)
    } catch (error) {
      leave()
      throw error
    }
    const number = host.pace.start()
    let isOver = false
    return {
      end: (sign, ms) => {
        if (isOver) return
        isOver = true
        if (sign) host.pace.end(number, sign, ms)
        leave()
      },
    }
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
    if (at > now) await this.#waits.sleep(name, 'delay', at - now)
  }

  #learnt(name: string, { pace, nextAt }: Host): Learnt {
    return { width: pace.width, isStarting: pace.isStarting, leftMs: Math.max(this.#pauseMs(name), nextAt - performance.now()) }
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

  #host(name: string): Host {
    let host = this.#hosts.get(name)
    if (!host)
      this.#hosts.set(name, (host = { pace: new AdaptiveConcurrency(this.#most), underWay: 0, waiting: [], gapMs: this.#gapMs, nextAt: 0 }))
    return host
  }
}

/** What an answer says about its host: fine, or overloaded (429, 503, a timeout). */
export type Sign = 'well' | 'overloaded'

/** The weight of the newest answer in the recent average; in the usual one it is 1 / the number of answers, counted up to `USUAL`. */
const RECENT = 1 / 10
const USUAL = 200
/** Answers are slow if they take twice as long as usual plus this. Less is noise, or our own machine. */
const SLACK_MS = 500

/** How many requests to one host may be in flight: doubles until the first overload, is then halved, or grows by one a round. */
export class AdaptiveConcurrency {
  readonly #most: number
  #width: number
  #isStarting = true
  /** Requests are numbered as they start; those before this one were in flight at the last cut and add no information. */
  #fresh = 0
  #started = 0
  #ended = 0
  #recentMs = 0
  #usualMs = 0

  constructor(most: number) {
    this.#most = most
    this.#width = Math.min(4, most)
  }

  /** A whole number of requests, at least one. */
  get width(): number {
    return Math.floor(this.#width)
  }

  get isStarting(): boolean {
    return this.#isStarting
  }

  /** Takes over what another crawl has found. */
  resume({ width, isStarting }: Finding): void {
    this.#width = Math.min(width, this.#most)
    this.#isStarting = isStarting
  }

  start(): number {
    return this.#started++
  }

  /** Request `number` was answered. `ms` is the time to first byte; undefined if there was no answer. */
  end(number: number, sign: Sign, ms?: number): void {
    if (ms !== undefined) this.#note(ms)
    if (sign === 'overloaded' || this.#isSlow()) return this.#cut(number)
    this.#width = Math.min(this.#most, this.#width + (this.#isStarting ? 1 : 1 / this.#width))
  }

  #note(ms: number): void {
    this.#ended++
    this.#recentMs += (ms - this.#recentMs) * Math.max(RECENT, 1 / this.#ended)
    this.#usualMs += (ms - this.#usualMs) / Math.min(USUAL, this.#ended)
  }

  #isSlow(): boolean {
    return this.#recentMs > 2 * this.#usualMs + SLACK_MS
  }

  #cut(number: number): void {
    this.#isStarting = false
    if (number < this.#fresh) return
    this.#fresh = this.#started
    this.#width = Math.max(1, this.#width / 2)
  }
}
