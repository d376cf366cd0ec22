import type { Job } from 'bullmq'
import { z } from 'zod'
import { UsageError } from '../errors.ts'
import { openStore } from '../library/stored-cache.ts'
import { PRODUCT } from '../product.ts'
import type { StoreClient } from '../store/client.ts'
import type { Engine } from './engine.ts'
import { type Fleet, FLEET_ID, FLEETS, fleetSchema, type JobData, JOBS, type Service } from './jobs.ts'
import { type Night, readNight } from './night.ts'

/** Attempts at a night that fails, and the pause before the second. */
export const ATTEMPTS = { attempts: 2, backoff: { type: 'fixed', delay: 60_000 } } as const
/** How many ended jobs the queue remembers; what they came to is in the store. */
const KEPT = { removeOnComplete: 1000, removeOnFail: 1000 } as const

/**
 * Puts a fleet in place of the one before: its schedules, and with `now` a night of each service that is not waiting or running. Returns the names of
 * the services that the queue had before.
 */
export async function applyFleet(engine: Engine, fleet: Fleet, isNow: boolean): Promise<string[]> {
  const [jobs, fleets] = [engine.queue(JOBS), engine.queue(FLEETS)]
  const names = new Set(fleet.services.map(({ name }) => name))
  for (const { key } of await jobs.getJobSchedulers()) if (!names.has(key)) await jobs.removeJobScheduler(key)
  // A worker takes no job of another version.
  for (const job of await jobs.getJobs(['waiting', 'prioritized', 'delayed']))
    if ((productOf(job) !== PRODUCT || !names.has(job.name)) && !job.repeatJobKey) await job.remove()
  for (const service of fleet.services) {
    const { name, schedule, priority } = service
    if (!schedule) await jobs.removeJobScheduler(name)
    else {
      const opts = { priority, ...ATTEMPTS, ...KEPT }
      await jobs
        .upsertJobScheduler(name, { pattern: schedule, tz: fleet.timeZone }, { name, data: nightJob(fleet, service), opts })
        .catch((cause: unknown) => {
          throw new UsageError(`The schedule of ${name} is no cron expression such as "0 2 * * *": ${JSON.stringify(schedule)}.`, {
            cause,
            code: 'ERR_FLEET',
          })
        })
    }
  }
  const before = await fleets.getJob(FLEET_ID)
  const had = namesSchema.safeParse(before?.data).data?.services.map(({ name }) => name) ?? []
  const data = { ...fleet, since: await knownSince(engine), ...(isNow && { askedAt: new Date().toISOString() }) }
  // Without a moment in which there is none: workers would put the old one back.
  await (before ? before.updateData(data) : fleets.add(FLEET_ID, data, { jobId: FLEET_ID }))
  if (isNow) for (const service of fleet.services) await addNight(engine, fleet, service)
  return had
}

/** Also of a fleet of another version. */
const namesSchema = z.object({ services: z.array(z.object({ name: z.string() })) })

/** The fleet that a queue has; undefined if it has none. Throws a {@link UsageError} for one of another version. */
export async function fleetIn(engine: Engine): Promise<Fleet | undefined> {
  const job = await engine.queue(FLEETS).getJob(FLEET_ID)
  if (!job) return undefined
  const product = productOf(job)
  if (product !== PRODUCT) throw otherVersion(engine, product)
  return fleetSchema.parse(job.data)
}

/** The version that a job is of. */
export const productOf = ({ data }: Job): string => z.object({ product: z.string() }).parse(data).product

/** Since when a queue has had a fleet without interruption; now, if it has none. */
export async function knownSince(engine: Engine): Promise<number> {
  const job = await engine.queue(FLEETS).getJob(FLEET_ID)
  return (job?.data as Fleet | undefined)?.since ?? Date.now()
}

/** The error for a fleet or job of another version than this one. */
export const otherVersion = ({ place }: Engine, product: string): UsageError =>
  new UsageError(
    `The fleet in ${place} is of ${product}, and this is ${PRODUCT}. Install the same version on all workers, and run "benchbook fleet" again.`,
    { code: 'ERR_FLEET' },
  )

/** Puts back a fleet that the queue has lost, with the nights that are due by what the store has. */
export async function restoreFleet(engine: Engine, fleet: Fleet): Promise<void> {
  await applyFleet(engine, fleet, false)
  for (const service of fleet.services) {
    const night = await readNight(storeOf(fleet, service))
    if (isDue(engine, fleet, service, night)) await addNight(engine, fleet, service)
  }
}

/** True if a service should have had a night since the last one. */
export function isDue({ bullmq }: Engine, { timeZone, askedAt = '' }: Fleet, { schedule }: Service, night: Night | undefined): boolean {
  if (!night) return askedAt !== ''
  if (night.startedAt < askedAt) return true
  if (!schedule) return false
  const next = bullmq.defaultRepeatStrategy(Date.parse(night.startedAt), { pattern: schedule, tz: timeZone })
  return Number(next) <= Date.now()
}

async function addNight(engine: Engine, fleet: Fleet, service: Service): Promise<void> {
  const { name, priority } = service
  const opts = { priority, deduplication: { id: name }, ...ATTEMPTS, ...KEPT }
  await engine.queue(JOBS).add(name, nightJob(fleet, service), opts)
}

const nightJob = ({ store, s3Endpoint }: Fleet, service: Service): JobData => ({ product: PRODUCT, store, s3Endpoint, service })

/** The store of one service of a fleet. */
export const storeOf = ({ store, s3Endpoint }: Pick<Fleet, 'store' | 's3Endpoint'>, { name }: Service): StoreClient =>
  openStore({ store: `${store}/${name}`, s3Endpoint })
