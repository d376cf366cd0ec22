/** What an answer says about its host: fine, or overloaded (429, 503, a timeout). */
export type Sign = 'well' | 'overloaded'

/** The weight of the newest answer in the recent average; in the usual one it is 1 / the number of answers, counted up to `USUAL`. */
const RECENT = 1 / 10
const USUAL = 200
/** Answers are slow if they take twice as long as usual plus this. Less is noise, or our own machine. */
const SLACK_MS = 500

/**
 * How many requests to one host may be in flight: starts low and doubles until the first sign of overload halves it, then grows by one
 * with each good round. Knows neither clock nor network.
 */
export class AdaptiveConcurrency {
  #most: number
  #width: number
  /** No sign of overload yet. */
  #isStarting = true
  /** Requests are numbered as they start; those before this one were in flight at the last cut and add no information. */
  #fresh = 0
  #started = 0
  #ended = 0
  #recentMs = 0
  #usualMs = 0

  /** `most` is the upper bound. */
  constructor(most: number) {
    this.#most = most
    this.#width = Math.min(4, most)
  }

  /** A whole number of requests, at least one. */
  get width(): number {
    return Math.floor(this.#width)
  }

  /** Changes the upper bound; a higher one is grown into. */
  allow(most: number): void {
    this.#most = most
    this.#width = Math.min(this.#width, most)
  }

  /** A request starts; returns its number. */
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
