import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from 'bullmq'
import { isBenchbookError, sentence } from '../errors.ts'
import { openStore } from '../library/stored-cache.ts'
import { publish } from '../metrics/channels.ts'
import { PRODUCT } from '../product.ts'
import type { Engine } from './engine.ts'
import { fleetPage, writeFleetPage } from './fleet-page.ts'
import { fleetIn, isDue, otherVersion, productOf, restoreFleet } from './fleet.ts'
import { type Fleet, jobSchema, JOBS } from './jobs.ts'
import type { Night } from './night.ts'
import { runJob, type Surroundings } from './run-job.ts'
import { lastNights, siteOf } from './status.ts'

interface Work extends Omit<Surroundings, 'onNight'> {
  onNote: (sentence: string) => void
  /** Called with each night that this worker has ended. */
  onEnded: (night: Night) => void
}

const LOOK_MS = 15_000

/**
 * Takes jobs until the signal is aborted; the one in progress is given back. Throws a {@link UsageError} once the queue has a fleet of another
 * version, or of a store for which this worker has no keys.
 */
export async function work({ engine, queue, worker: name, folder, publisher, signal, onNote, onEnded }: Work): Promise<void> {
  let fleet = await fleetIn(engine)
  if (fleet) openStore(fleet)
  else onNote(`${engine.place} has no fleet yet: waiting for "benchbook fleet".`)
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  const worker = engine.worker(JOBS, (job, token = '') => takeJob(job, token), {
    name,
    maxStalledCount: Number.MAX_SAFE_INTEGER,
  })
  publish('benchbook:queue', () => engine.queue(JOBS).getJobCounts())
  const measure = (result: 'completed' | 'failed', job: Job | undefined) =>
    publish('benchbook:job', { result, ms: Date.now() - (job?.processedOn ?? Date.now()) })
  worker.on('completed', (job) => measure('completed', job))
  worker.on('failed', (job, error) => {
    measure('failed', job)
    onNote(`${job?.name ?? 'A job'} failed: ${sentence(error)}`)
  })
  try {
    await watch()
  } finally {
    await worker.close()
  }

  /** Puts the fleet back if the queue loses it. */
  async function watch(): Promise<void> {
    for (;;) {
      await sleep(LOOK_MS, undefined, { signal: stopped }).catch(() => undefined) // it is aborted
      if (signal.aborted) return
      stop.signal.throwIfAborted()
      try {
        const now = await fleetIn(engine)
        if (!now && fleet) {
          onNote(`${engine.place} has lost the fleet: putting it back.`)
          await restoreFleet(engine, fleet)
        }
        fleet = now ?? fleet
      } catch (error) {
        // The engine is away, and reported.
        if (isBenchbookError(error)) throw error
      }
    }
  }

  async function onNight(night: Night): Promise<void> {
    onEnded(night)
    if (fleet)
      await updatePage(engine, fleet).catch((error: unknown) => onNote(`The page of the fleet is not up to date: ${sentence(error)}`))
  }

  /** Without the keys of the store nothing can be said about a night: its job is for other workers. */
  function requireKeys(of: Pick<Fleet, 'store' | 's3Endpoint'>): void {
    try {
      openStore(of)
    } catch (error) {
      stop.abort(error)
      throw error
    }
  }

  async function takeJob(job: Job, token: string): Promise<unknown> {
    try {
      const product = productOf(job)
      if (product !== PRODUCT) stop.abort(otherVersion(engine, product))
      stopped.throwIfAborted()
      fleet = (await fleetIn(engine)) ?? fleet
      const { service, shard, ...place } = jobSchema.parse(job.data)
      requireKeys(place)
      onNote(`${service.name}${shard === undefined ? '' : `, shard ${shard}`}: begun.`)
      return await runJob(job, token, { engine, queue, worker: name, folder, publisher, signal: stopped, onNight })
    } catch (error) {
      if (!stopped.aborted) throw error
      await job.moveToWait(token)
      throw new engine.bullmq.WaitingError()
    }
  }
}

/** Writes the page of a fleet with the nights that the store has now. */
const updatePage = (engine: Engine, fleet: Fleet): Promise<void> =>
  writeFleetPage(openStore(fleet), async () => {
    const nights = await lastNights(fleet)
    const shown = fleet.services.map((service) => {
      const last = nights.get(service.name)
      return { name: service.name, site: siteOf(service), isDue: isDue(engine, fleet, service, last), ...(last && { last }) }
    })
    return fleetPage(shown, fleet.store)
  })
