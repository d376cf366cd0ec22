import type { Job } from 'bullmq'
import { z } from 'zod'
import { eachOf } from '../disk/each-of.ts'
import type { Engine } from './engine.ts'
import { fleetIn, isDue, storeOf } from './fleet.ts'
import { type Fleet, type JobData, JOBS, type Service } from './jobs.ts'
import { type Night, readNight } from './night.ts'

/** A service of a fleet and what is known of it. */
export interface ServiceStatus {
  name: string
  site: string
  /** `retrying`: it failed and waits for another attempt. `due`: it should have run since its last night, and waits in no queue. */
  now: 'running' | 'retrying' | 'waiting' | 'due' | 'idle'
  /** What its running jobs report. The job of a worker that is gone will be given to another. */
  work: { worker: string; isGone: boolean; shard?: number; line: string }[]
  /** When its next night begins. */
  next?: string
  /** Its last night. */
  last?: Night
}

export interface FleetStatus {
  queue: string
  store: string
  workers: string[]
  services: ServiceStatus[]
}

const NIGHTS_AT_ONCE = 8

/** The fleet of a queue as it is now, with the last nights that its store has; undefined without a fleet. */
export async function statusOf(engine: Engine): Promise<FleetStatus | undefined> {
  const fleet = await fleetIn(engine)
  if (!fleet) return undefined
  const jobs = engine.queue(JOBS)
  const [active, waiting, schedulers, workers, nights] = await Promise.all([
    jobs.getJobs(['active']),
    jobs.getJobs(['waiting', 'prioritized', 'waiting-children', 'delayed']),
    jobs.getJobSchedulers(),
    jobs.getWorkers(),
    lastNights(fleet),
  ])
  const here = workers.map(({ rawname = '' }) => rawname.replace(/^.*:w:/, '')).sort()
  const nextOf = new Map(schedulers.map(({ key, next }) => [key, next]))
  const of = (some: Job[], service: Service) => some.filter(({ data }) => (data as JobData).service.name === service.name)
  const services = fleet.services.map((service): ServiceStatus => {
    const [work, next, last] = [of(active, service).map((job) => workOf(job, here)), nextOf.get(service.name), nights.get(service.name)]
    // The next scheduled night is a delayed job too.
    const begun = of(waiting, service).filter(({ delay, processedOn }) => delay === 0 || processedOn !== undefined)
    const waits = begun.some(({ attemptsMade }) => attemptsMade > 0) ? 'retrying' : begun.length > 0 ? 'waiting' : undefined
    const now = work.length > 0 ? 'running' : (waits ?? (isDue(engine, fleet, service, last) ? 'due' : 'idle'))
    return {
      name: service.name,
      site: siteOf(service),
      now,
      work,
      ...(next && { next: new Date(next).toISOString() }),
      ...(last && { last }),
    }
  })
  return {
    queue: engine.place,
    store: fleet.store,
    workers: here,
    services,
  }
}

const progressSchema = z.object({ worker: z.string(), line: z.string() })

function workOf({ data, progress }: Job, workers: readonly string[]): ServiceStatus['work'][number] {
  const { worker, line } = progressSchema.safeParse(progress).data ?? { worker: '', line: '' }
  const { shard } = data as JobData
  return { worker, isGone: worker !== '' && !workers.includes(worker), line, ...(shard !== undefined && { shard }) }
}

/** The address of a service's site; '' if it has none. */
export const siteOf = ({ options: { site = '', base = '' } }: Service): string => `${site}${base}`

/** The last night of each service of a fleet. */
export async function lastNights(fleet: Fleet): Promise<Map<string, Night>> {
  const nights = new Map<string, Night>()
  await eachOf(fleet.services, NIGHTS_AT_ONCE, async (service) => {
    const night = await readNight(storeOf(fleet, service))
    if (night) nights.set(service.name, night)
  })
  return nights
}
