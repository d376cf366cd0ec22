import { setTimeout as sleep } from 'node:timers/promises'

/** What a crawl waits for at one host. Times are in milliseconds. */
export interface Wait {
  host: string
  /**
   * It asked for a pause or has a bot check, requires a delay between requests, has not finished an answer, or failed and is retried; or another
   * crawl has the turn.
   */
  reason: 'pause' | 'delay' | 'answer' | 'retry' | 'turn'
  /** The number of requests waiting. */
  requests: number
  /** How long the first of them has been waiting. */
  forMs: number
  /** Until the first of them continues; undefined if that depends on the host. */
  leftMs?: number
}

/** Shorter waits are part of any crawl. */
const WORTH_TELLING_MS = 5000

interface Begun extends Pick<Wait, 'host' | 'reason'> {
  at: number
  until: number | undefined
}

/** What requests are waiting for, until the crawl's signal is aborted. */
export class Waits {
  readonly signal: AbortSignal
  readonly #begun = new Set<Begun>()

  constructor(signal: AbortSignal) {
    this.signal = signal
  }

  /** Counts a request as waiting while a promise is pending; `ms` is the maximum wait, if known. */
  async during<T>(host: string, reason: Wait['reason'], work: Promise<T>, ms?: number): Promise<T> {
    const at = performance.now()
    const begun = { host, reason, at, until: ms === undefined ? undefined : at + ms }
    this.#begun.add(begun)
    return await work.finally(() => this.#begun.delete(begun))
  }

  /** Waits for so long, or until the signal is aborted: then it throws. */
  sleep(host: string, reason: Wait['reason'], ms: number): Promise<void> {
    return this.during(host, reason, sleep(ms, undefined, { signal: this.signal }), ms)
  }

  /** By host and reason, the waits of five seconds or more, the longest first. */
  all(): Wait[] {
    const now = performance.now()
    const isLong = ({ at, until = now }: Begun) => until - at >= WORTH_TELLING_MS
    const grouped = Map.groupBy([...this.#begun].filter(isLong), ({ host, reason }) => `${reason} ${host}`)
    return [...grouped.values()].map((group) => waitOf(group, now)).sort((a, b) => b.forMs + (b.leftMs ?? 0) - a.forMs - (a.leftMs ?? 0))
  }
}

function waitOf(group: readonly Begun[], now: number): Wait {
  const [{ host, reason } = { host: '', reason: 'answer' as const }] = group
  const until = Math.min(...group.map((begun) => begun.until ?? Infinity))
  const forMs = now - Math.min(...group.map(({ at }) => at))
  return { host, reason, requests: group.length, forMs, ...(until < Infinity && { leftMs: Math.max(0, until - now) }) }
}
