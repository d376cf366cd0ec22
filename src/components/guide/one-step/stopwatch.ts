import type { Progress } from '../steps/progress.ts'

/** Someone away for longer has left the bench. */
const AWAY_MS = 3_600_000

/** Sums up the time spent on a guide, and stores it with the ticks. A page hidden for an hour was left; for less, work continues. */
export class Stopwatch {
  readonly #key: string
  #spentMs: number
  #since = Date.now()

  /** Restarts if `isFirst`: nothing of the guide is done yet. Stops at the signal. */
  constructor(progress: Progress, isFirst: boolean, signal: AbortSignal) {
    this.#key = `time ${progress.key}`
    this.#spentMs = isFirst ? 0 : timeKept(this.#key)
    let hiddenAt = 0
    const seen = (): void => {
      if (document.visibilityState === 'hidden') {
        this.note()
        hiddenAt = Date.now()
      } else if (hiddenAt && Date.now() - hiddenAt > AWAY_MS) this.#since = Date.now()
    }
    document.addEventListener('visibilitychange', seen, { signal })
    signal.addEventListener('abort', () => this.note())
  }

  /** Stores the time so far, and returns it. */
  note(): number {
    const now = Date.now()
    this.#spentMs += Math.max(0, now - this.#since)
    this.#since = now
    try {
      localStorage.setItem(this.#key, String(this.#spentMs))
    } catch {
      // Storage denied or full: the time of this visit is still reported.
    }
    return this.#spentMs
  }
}

/** Other sites on the host can write to the same key, in any form. */
function timeKept(key: string): number {
  try {
    return Math.max(0, Number(localStorage.getItem(key)) || 0)
  } catch {
    return 0
  }
}

/** `1 hour, 12 minutes` in a language, at least a minute. */
export function sayTime(lang: string, ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  const parts = [
    ['hour', Math.floor(minutes / 60)],
    ['minute', minutes % 60],
  ] as const
  const said = parts.flatMap(([unit, many]) =>
    many > 0 ? new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(many) : [],
  )
  return new Intl.ListFormat(lang, { type: 'unit' }).format(said)
}
