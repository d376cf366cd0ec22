/** Someone away for longer has left the bench. */
const AWAY_MS = 3_600_000

/**
 * Sums up the time spent on a guide, and stores it with the ticks, at `key`. A page hidden for an hour was left; for less, work continues.
 * Restarts if `isFirst`: nothing of the guide is done yet. Stops at the signal. Returns a function that stores the time so far, and returns
 * it, in milliseconds.
 */
export function startStopwatch(key: string, isFirst: boolean, signal: AbortSignal): () => number {
  let spentMs = isFirst ? 0 : timeKept(key)
  let since = Date.now()
  let hiddenAt = 0
  const note = (): number => {
    const now = Date.now()
    spentMs += Math.max(0, now - since)
    since = now
    try {
      localStorage.setItem(key, String(spentMs))
    } catch {
      // Storage denied or full: the time of this visit is still reported.
    }
    return spentMs
  }
  const seen = (): void => {
    if (document.visibilityState === 'hidden') {
      note()
      hiddenAt = Date.now()
    } else if (hiddenAt && Date.now() - hiddenAt > AWAY_MS) since = Date.now()
  }
  document.addEventListener('visibilitychange', seen, { signal })
  signal.addEventListener('abort', note)
  return note
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
