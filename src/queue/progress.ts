import type { CrawlHooks, Progress } from '../crawl/report/counters.ts'
import { keysOf } from './keys.ts'
import type { QueueTransport } from './queue-transport.ts'
import type { Place } from './place.ts'

/** A shared crawl, as one of its workers sees it. */
export interface Share {
  run: string
  /** How many have been heard of lately, this one included. */
  workers: number
  /** This one leads. */
  leads: boolean
  /** Requests that this worker has answered. */
  requests: number
}

/** How a shared crawl reports while it runs. */
export interface SharedHooks extends CrawlHooks {
  /** Called every second or more often. */
  onShare?: (share: Share) => void
}

/** How long what was told of a crawl is kept. */
const KEPT_MS = 60_000
/** Over which the rate is measured. */
const WINDOW_MS = 10_000

/** What a leader tells those who ask how a crawl goes. */
export interface ProgressReport {
  leader: string
  counts: Progress
  /** Answers since this leader began. */
  requests: number
  /** Answers per second, of late. */
  rate: number
  startedAt: string
  at: string
}

/** Writes down how a crawl goes, for `status`. */
export class ProgressNote {
  readonly #place: Place
  readonly #transport: QueueTransport
  readonly #hooks: SharedHooks
  readonly #seen: { atMs: number; answers: number }[] = []
  #counts: Progress = {}

  /** `hooks` are those of whoever started this worker. */
  constructor(place: Place, transport: QueueTransport, hooks: SharedHooks) {
    this.#hooks = hooks
    this.#place = place
    this.#transport = transport
  }

  /** The hooks that a crawl is given, which also tell us. */
  hooks(): CrawlHooks {
    return {
      ...this.#hooks,
      onProgress: (progress) => {
        this.#counts = progress
        this.#hooks.onProgress?.(progress)
      },
    }
  }

  /** `workers` is how many there are. */
  async write(workers: number): Promise<void> {
    const { redis, name, run, self } = this.#place
    this.#hooks.onShare?.({ run: run.id, workers, leads: true, requests: self.requests })
    const report: ProgressReport = {
      leader: self.id,
      counts: this.#counts,
      requests: this.#transport.answers,
      rate: this.#rate(),
      startedAt: run.startedAt,
      at: new Date().toISOString(),
    }
    await redis.set(keysOf(name).progress, JSON.stringify(report), 'PX', KEPT_MS)
  }

  #rate(): number {
    const now = { atMs: performance.now(), answers: this.#transport.answers }
    this.#seen.push(now)
    while ((this.#seen[0]?.atMs ?? now.atMs) < now.atMs - WINDOW_MS) this.#seen.shift()
    const [first = now] = this.#seen
    return first === now ? 0 : (1000 * (now.answers - first.answers)) / (now.atMs - first.atMs)
  }
}
