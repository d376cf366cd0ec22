import type { Progress } from '../steps/progress.ts'

/** Whoever is away for longer has left the bench. */
const AWAY_MS = 3_600_000

/**
 * Adds up how long somebody works at a guide, visit by visit, and keeps it with the ticks. A page that is hidden for an hour was left; for less, its
 * reader works on.
 */
export class Stopwatch {
  readonly #key: string
  #spentMs: number
  #since = Date.now()

  /** Begins anew where `isFirst`: nothing of the guide is done yet. Stops at the signal. */
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

  /** Keeps the time so far, and says it. */
  note(): number {
    const now = Date.now()
    this.#spentMs += Math.max(0, now - this.#since)
    this.#since = now
    try {
      localStorage.setItem(this.#key, String(this.#spentMs))
    } catch {
      // Forbidden, or full: the time of this visit is said all the same.
    }
    return this.#spentMs
  }
}

/** Others who share the host can write into the same place, in any form. */
function timeKept(key: string): number {
  try {
    return Math.max(0, Number(localStorage.getItem(key)) || 0)
  } catch {
    return 0
  }
}

/** `1 hour, 12 minutes`, in the words of a language; the least is a minute. */
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
