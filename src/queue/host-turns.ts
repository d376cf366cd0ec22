import { hash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, Worker } from 'bullmq'
import { z } from 'zod'
import type { Finding, HostTurns, Learnt, Turn } from '../fetch/host-limiter.ts'
import type { Engine } from './engine.ts'
import { knownSince } from './fleet.ts'

/** A turn that was not renewed for this long is free; well before, its holder stops sending. */
const LOCK_MS = 15_000
const RENEW_MS = 4000
const SAFE_MS = 10_000
const LOOK_MS = 250
/** A host that is asked nothing for this long is given back. */
const IDLE_MS = 1000
/** The longest turn while others wait. */
const TURN_MS = 30_000
/** How many looks there are before the job is added again, in case the engine has lost it. */
const ADD_EVERY = 20
const TURN = 'turn'

const findingSchema = z.object({ width: z.number(), isStarting: z.boolean() })

/** A turn that we have. */
interface Held {
  job: Job
  worker: Worker
  found: Finding | undefined
  sinceMs: number
  /** By `performance.now()`, when it was last sure to be ours. */
  renewedMs: number
  inFlight: number
  isLeaving: boolean
  isForgotten: boolean
  learn?: () => Learnt
  renewing?: NodeJS.Timeout
  idling?: NodeJS.Timeout
}

/**
 * The turns of a crawl. A host is a queue with one job: the crawl that has the job sends requests to the host, and the job's data are what was found
 * out about the host's limits. After a pause that the host asks for, the job is free again.
 */
export class QueuedTurns implements HostTurns {
  readonly #engine: Engine
  readonly #signal: AbortSignal
  readonly #token = randomUUID()
  readonly #turns = new Map<string, Promise<Held>>()

  constructor(engine: Engine, signal: AbortSignal) {
    this.#engine = engine
    this.#signal = signal
  }

  async begin(host: string): Promise<Turn> {
    for (;;) {
      const taking = this.#turns.get(host) ?? this.#take(host)
      this.#turns.set(host, taking)
      const held = await taking
      if (!held.isLeaving && performance.now() - held.renewedMs < SAFE_MS) {
        clearTimeout(held.idling)
        held.inFlight++
        const { found } = held
        held.found = undefined
        return { ...(found && { found }), end: (learn) => this.#end(host, held, learn) }
      }
      await sleep(LOOK_MS, undefined, { signal: this.#signal })
    }
  }

  /** Gives all turns back: no request is under way. */
  async close(): Promise<void> {
    for (const [host, taking] of this.#turns) {
      const held = await taking.catch(() => undefined) // it waited for the turn, and was aborted
      if (held) await this.#giveBack(host, held)
    }
  }

  async #take(host: string): Promise<Held> {
    const name = `host-${hash('sha256', host).slice(0, 16)}`
    const queue = this.#engine.queue(name)
    // Without a process of its own it only takes the job, and frees that of a crawl that was killed.
    const worker = this.#engine.worker(name, null, {
      autorun: false,
      lockDuration: LOCK_MS,
      stalledInterval: RENEW_MS,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
    })
    await worker.startStalledCheckTimer()
    for (let looks = 0; ; looks++) {
      const askedMs = performance.now()
      try {
        // Another crawl may still send by a turn that the engine has lost.
        if (looks % ADD_EVERY === 0)
          await queue.add(TURN, {}, { jobId: TURN, delay: Math.max(0, (await knownSince(this.#engine)) + LOCK_MS - Date.now()) })
        const job = (await worker.getNextJob(this.#token, { block: false })) as Job | undefined
        if (job) return this.#held(host, { job, worker, askedMs })
      } catch {
        // The engine is away, and reported.
      }
      await sleep(LOOK_MS, undefined, { signal: this.#signal })
    }
  }

  #held(host: string, { job, worker, askedMs }: { job: Job; worker: Worker; askedMs: number }): Held {
    const found = findingSchema.safeParse(job.data).data
    const held: Held = { job, worker, found, sinceMs: askedMs, renewedMs: askedMs, inFlight: 0, isLeaving: false, isForgotten: false }
    held.renewing = setInterval(() => void this.#renew(host, held), RENEW_MS)
    return held
  }

  async #renew(host: string, held: Held): Promise<void> {
    const askedMs = performance.now()
    try {
      const lost = await held.worker.extendJobLocks([TURN], [this.#token], LOCK_MS)
      if (lost.length > 0) {
        this.#forget(host, held)
        await held.worker.close()
        return
      }
      held.renewedMs = askedMs
      if (askedMs - held.sinceMs > TURN_MS && (await this.#engine.queue(held.job.queueName).getWorkersCount()) > 1) held.isLeaving = true
    } catch {
      // The engine is away, and reported. Until it is back, no requests begin.
    }
  }

  #end(host: string, held: Held, learn: () => Learnt): void {
    held.learn = learn
    if (--held.inFlight > 0) return
    if (held.isLeaving) void this.#giveBack(host, held)
    else held.idling = setTimeout(() => void this.#giveBack(host, held), IDLE_MS)
  }

  async #giveBack(host: string, held: Held): Promise<void> {
    this.#forget(host, held)
    const { leftMs = 0, ...finding } = held.learn?.() ?? {}
    try {
      if (held.learn) await held.job.updateData(finding)
      await held.job.moveToDelayed(Date.now() + Math.max(1, leftMs), this.#token)
    } catch {
      // The engine has lost the job, or is away and frees it when it is not renewed.
    }
    await held.worker.close()
  }

  /** The next one may have begun already: several renewals can have waited for the engine. */
  #forget(host: string, held: Held): void {
    if (held.isForgotten) return
    held.isForgotten = true
    held.isLeaving = true
    clearInterval(held.renewing)
    clearTimeout(held.idling)
    this.#turns.delete(host)
  }
}
