/** The rate is that of the last so many milliseconds: what was quick at first says nothing about the rest. */
const WINDOW_MS = 10_000
/** Between two samples, in milliseconds. */
const STEP_MS = 250
/** Nothing is said about work that rests for so long, unless its pace is slower than that. */
const REST_MS = 2_000

/** Says how fast work went lately, and estimates from that how long it goes on. */
export class TimeLeft {
  /** From old to new: how much was done when. */
  #samples: { ms: number; done: number }[] = []
  #lastMs = 0
  #done = 0

  /** Takes what is done at a moment; `ms` counts from the start. What is done at the first one was done by others, before we came. */
  note(done: number, ms: number): void {
    // Whoever leads a shared crawl from now on counts from the start.
    const isAnew = done < this.#done || this.#samples.length === 0
    if (isAnew) this.#samples = []
    else if (done === this.#done) return
    this.#done = done
    this.#lastMs = ms
    const newest = this.#samples.at(-1)
    if (newest && this.#samples.length > 1 && ms - newest.ms < STEP_MS) newest.done = done
    else this.#samples.push({ ms, done })
  }

  /** How many things a second were done lately. */
  perSecond(ms: number): number {
    const { spanMs, done } = this.#lately(ms)
    return (1000 * done) / Math.max(spanMs, 1000)
  }

  /** Milliseconds until `known` things are done; undefined when nothing honest can be said: it rests, has hardly begun, or has less than a second left. */
  of(known: number, ms: number): number | undefined {
    const { spanMs, done } = this.#lately(ms)
    if (done <= 0 || spanMs <= 0 || known <= this.#done) return undefined
    const eachMs = spanMs / done
    if (ms - this.#lastMs > Math.max(REST_MS, 3 * eachMs)) return undefined
    const leftMs = (known - this.#done) * eachMs
    return leftMs < 1000 ? undefined : leftMs
  }

  #lately(ms: number): { spanMs: number; done: number } {
    while (this.#samples.length > 1 && ms - (this.#samples[1]?.ms ?? ms) > WINDOW_MS) this.#samples.shift()
    const [first] = this.#samples
    return first ? { spanMs: ms - first.ms, done: this.#done - first.done } : { spanMs: 0, done: 0 }
  }
}
