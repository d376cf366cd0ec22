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
