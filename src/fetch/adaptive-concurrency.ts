/** What an answer says about its host: well, or at its limits (429, 503, a time-out). */
export type Sign = 'well' | 'overloaded'

/** The weight of the newest answer in what is recent, and in what is usual once there were so many. */
const RECENT = 1 / 10
const USUAL = 200
/** Answers are slow when they take twice as long as usual and this much more. Less is noise, or our own machine. */
const SLACK_MS = 500

/**
 * How many requests one host may be asked at once: starts low and doubles, until the first sign of strain halves it; from then on one
 * more for each round that goes well. Knows neither clock nor network.
 */
export class AdaptiveConcurrency {
  readonly #most: number
  #width: number
  /** No strain was seen yet. */
  #isStarting = true
  /** Requests are numbered as they start; those before this one were under way at the last cut and say nothing new. */
  #fresh = 0
  #started = 0
  #ended = 0
  #recentMs = 0
  #usualMs = 0

  /** `most` is the largest number at once. */
  constructor(most: number) {
    this.#most = most
    this.#width = Math.min(4, most)
  }

  /** Whole requests at once, at least one. */
  get width(): number {
    return Math.floor(this.#width)
  }

  /** A request starts; returns its number. */
  start(): number {
    return this.#started++
  }

  /** Request `number` has its answer. `ms` is the time to its head; undefined when none came. */
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
