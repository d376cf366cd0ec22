import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Redis } from 'ioredis'
import { keysOf } from './keys.ts'

/** What a worker says of itself. */
export interface WorkerState {
  id: string
  host: string
  pid: number
  /** How many requests it may have in flight. */
  concurrency: number
  /** That it has answered. */
  requests: number
  startedAt: string
}

/** A worker as others see it. */
export interface SeenWorker extends WorkerState {
  /** How long it has not been heard of, by the clock of Redis. */
  silentMs: number
}

/** A worker is gone when it has not been heard of for this long. */
export const SILENT_MS = 10_000
/** How often a worker says that it is there. */
export const BEAT_MS = 2000

/** The workers of one crawl, as they report to each other. */
export class Workers {
  readonly #redis: Redis
  readonly #keys: ReturnType<typeof keysOf>

  constructor(redis: Redis, name: string) {
    this.#redis = redis
    this.#keys = keysOf(name)
  }

  /** Those that have been heard of lately. */
  async live(): Promise<WorkerState[]> {
    const ids = await this.#redis.smembers(this.#keys.workers)
    if (ids.length === 0) return []
    const states = await this.#redis.mget(ids.map((id) => this.#keys.worker(id)))
    const silent = ids.filter((_, at) => states[at] === null)
    if (silent.length > 0) await this.#redis.srem(this.#keys.workers, ...silent)
    return states.flatMap((state) => (state === null ? [] : [JSON.parse(state) as WorkerState]))
  }

  /** {@link Workers.live}, with how long each has been silent. */
  async seen(): Promise<SeenWorker[]> {
    const live = await this.live()
    const left = await Promise.all(live.map(({ id }) => this.#redis.pttl(this.#keys.worker(id))))
    return live.map((worker, at) => ({ ...worker, silentMs: SILENT_MS - Math.max(0, left[at] ?? 0) }))
  }

  /** Reports a worker until the returned function is called, which says that it has gone. */
  async report(state: WorkerState): Promise<() => Promise<void>> {
    const beat = async () => {
      await this.#redis
        .multi()
        .sadd(this.#keys.workers, state.id)
        .set(this.#keys.worker(state.id), JSON.stringify(state), 'PX', SILENT_MS)
        .exec()
    }
    await beat()
    // A Redis that is away is waited for by the connection itself.
    const timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS)
    return async () => {
      clearInterval(timer)
      await this.#redis.multi().srem(this.#keys.workers, state.id).del(this.#keys.worker(state.id)).exec()
    }
  }
}

export function newWorker(concurrency: number): WorkerState {
  const host = hostname()
  return {
    id: `${host}-${process.pid}-${randomBytes(3).toString('hex')}`,
    host,
    pid: process.pid,
    concurrency,
    requests: 0,
    startedAt: new Date().toISOString(),
  }
}
