import type { Progress } from '../../crawl/report/counters.ts'

/** The duration of each kind of record, from when the first was known until the last had its outcome. Kinds overlap. */
export class KindTimes {
  readonly #spans = new Map<string, { fromMs: number; toMs: number; done: number }>()

  /** Records the progress at a moment; `ms` counts from the start. */
  note(progress: Progress, ms: number): void {
    for (const [kind, { done }] of Object.entries(progress)) {
      const span = this.#spans.get(kind)
      if (!span) this.#spans.set(kind, { fromMs: ms, toMs: ms, done })
      else if (span.done !== done) Object.assign(span, { toMs: ms, done })
    }
  }

  /** Milliseconds by kind. */
  all(): Record<string, number> {
    return Object.fromEntries(Array.from(this.#spans, ([kind, { fromMs, toMs }]) => [kind, toMs - fromMs]))
  }
}

/** The window in which the rate is measured: a fast start says nothing about the rest. */
const WINDOW_MS = 10_000
/** Between two samples, in milliseconds. */
const STEP_MS = 250
/** No estimate after a pause of this length, unless single steps take longer. */
const REST_MS = 2_000

/** Estimates the remaining time from the recent rate. */
export class TimeLeft {
  /** From old to new: the progress at each time. */
  readonly #samples: { ms: number; done: number }[] = [{ ms: 0, done: 0 }]
  #lastMs = 0
  #done = 0

  /** Records the progress at a moment; `ms` counts from the start. */
  note(done: number, ms: number): void {
    if (done === this.#done) return
    this.#done = done
    this.#lastMs = ms
    const newest = this.#samples.at(-1)
    if (newest && ms - newest.ms < STEP_MS) newest.done = done
    else this.#samples.push({ ms, done })
  }

  /**
   * Milliseconds until `known` things are done; undefined without a reliable estimate: it is paused, has hardly begun, or has less than a
   * second left.
   */
  of(known: number, ms: number): number | undefined {
    while (this.#samples.length > 1 && ms - (this.#samples[1]?.ms ?? ms) > WINDOW_MS) this.#samples.shift()
    const first = this.#samples[0] ?? { ms: 0, done: 0 }
    const [spanMs, done] = [ms - first.ms, this.#done - first.done]
    if (done <= 0 || spanMs <= 0 || known <= this.#done) return undefined
    const eachMs = spanMs / done
    if (ms - this.#lastMs > Math.max(REST_MS, 3 * eachMs)) return undefined
    const leftMs = (known - this.#done) * eachMs
    return leftMs < 1000 ? undefined : leftMs
  }
}
