import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Job } from 'bullmq'
import { childEnvironment, variableOf } from '../config.ts'
import { forget } from '../disk/atomic.ts'
import { sentence } from '../errors.ts'
import { openStore } from '../library/stored-cache.ts'
import { PRODUCT } from '../product.ts'
import type { Engine } from './engine.ts'
import { fleetPage, writeFleetPage } from './fleet-page.ts'
import { ATTEMPTS, fleetIn, isDue, otherVersion, restoreFleet, storeOf } from './fleet.ts'
import { type Fleet, type JobData, jobSchema, JOBS } from './jobs.ts'
import { nightOf, writeNight } from './night.ts'
import { type Ended, endedSchema, runCommand } from './run-command.ts'
import { lastNights, siteOf } from './status.ts'

interface Work {
  engine: Engine
  /** The address of the queue, for the crawls. */
  queue: string
  /** For the working copies of caches and sites. */
  folder: string
  signal: AbortSignal
  onNote: (sentence: string) => void
}

const LOOK_MS = 15_000

/**
 * Takes jobs until the signal is aborted; the one in progress is given back. Throws a {@link UsageError} once the queue has a fleet of another
 * version.
 */
export async function work({ engine, queue, folder, signal, onNote }: Work): Promise<void> {
  let fleet = await fleetIn(engine)
  if (!fleet) onNote(`${engine.place} has no fleet yet: waiting for "benchbook fleet".`)
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  const worker = engine.worker(JOBS, (job, token = '') => takeJob(job, token), {
    name: hostname(),
    maxStalledCount: Number.MAX_SAFE_INTEGER,
  })
  worker.on('failed', (job, error) => onNote(`${job?.name ?? 'A job'} failed: ${sentence(error)}`))
  const watch = async (): Promise<void> => {
    const now = await fleetIn(engine)
    if (!now && fleet) {
      onNote(`${engine.place} has lost the fleet: putting it back.`)
      await restoreFleet(engine, fleet)
    }
    fleet = now ?? fleet
  }
  // An engine that is away is waited for.
  const timer = setInterval(() => void watch().catch((error: unknown) => stop.abort(error)), LOOK_MS)
  try {
    await new Promise((resolve) => stopped.addEventListener('abort', resolve))
    await worker.close()
    if (!signal.aborted) throw stop.signal.reason
  } finally {
    clearInterval(timer)
  }

  async function takeJob(job: Job, token: string): Promise<void> {
    const data = jobSchema.parse(job.data)
    try {
      if (data.product !== PRODUCT) throw otherVersion(engine, data.product)
      await run(job, data, token)
    } catch (error) {
      if (data.product !== PRODUCT) stop.abort(error)
      if (!stopped.aborted) throw error
      await job.moveToWait(token)
      throw new engine.bullmq.WaitingError()
    }
  }

  async function run(job: Job, data: JobData, token: string): Promise<unknown> {
    const { service, shard, crawled, startedAt = new Date().toISOString() } = data
    const { shards } = service
    const cwd = join(folder, service.name)
    mkdirSync(cwd, { recursive: true })
    const env = environmentOf(data, cwd, queue)
    const running = {
      cwd,
      env,
      signal: stopped,
      onLine: (line: string) => void job.updateProgress({ worker: hostname(), line }).catch(() => undefined),
    }
    const shardAt = (number: number): string => join(cwd, `shard-${number}`)
    const settle = async (ended: Ended[]): Promise<void> => {
      const night = nightOf(ended, { product: PRODUCT, service: service.name, worker: hostname(), startedAt })
      await writeNight(storeOf(data, service), night)
      if (fleet)
        await updatePage(engine, fleet).catch((error: unknown) => onNote(`The page of the fleet is not up to date: ${sentence(error)}`))
      if (night.state === 'failed') throw new Error(night.notes[0])
    }
    if (shard !== undefined) {
      const built = await runCommand(['build', '--shard', `${shard}/${shards}`, '--out', shardAt(shard)], 'build', running)
      if (built.exitCode > 1) throw new Error(built.output.error?.message)
      return built
    }
    if (shards === 1) return settle([await runCommand(['export'], undefined, running)])
    const numbers = Array.from({ length: shards }, (_, at) => at + 1)
    if (!crawled) {
      const now = await runCommand(['crawl'], 'crawl', running)
      if (now.exitCode > 1) return settle([now])
      const parent = { id: job.id ?? '', queue: job.queueQualifiedName }
      const opts = { ...ATTEMPTS, parent, ignoreDependencyOnFailure: true, removeOnComplete: true }
      const children = numbers.map((number) => ({
        name: service.name,
        data: { ...data, shard: number },
        opts: { ...opts, jobId: `${job.id}-${number}`.replaceAll(':', '-') },
      }))
      await engine.queue(JOBS).addBulk(children)
      await job.updateData({ ...data, crawled: now, startedAt })
    }
    if (await job.moveToWaitingChildren(token)) throw new engine.bullmq.WaitingChildrenError()
    const failed = Object.values(await job.getIgnoredChildrenFailures())
    const before = endedSchema.array().parse([jobSchema.parse(job.data).crawled])
    if (failed.length > 0)
      return settle([...before, { command: 'build', exitCode: 2, ms: 0, output: { error: { message: failed.join(' ') } } }])
    // Those of an earlier night; today's are in the store.
    for (const number of numbers) for (const end of ['', '.sha256', '.state', '.changes.json']) forget(`${shardAt(number)}${end}`)
    const merged = await runCommand(['merge', ...numbers.map(shardAt)], 'build', running)
    const checked = merged.exitCode > 1 ? [] : [await runCommand(['check'], 'check', running)]
    return settle([...before, merged, ...checked])
  }
}

/** The environment of a service's commands. */
const environmentOf = (
  { store, s3Endpoint, service: { name, variables } }: JobData,
  folder: string,
  queue: string,
): Record<string, string> =>
  childEnvironment(name, {
    ...variables,
    [variableOf('cache')]: join(folder, 'cache'),
    [variableOf('out')]: join(folder, 'site'),
    [variableOf('store')]: `${store}/${name}`,
    [variableOf('s3Endpoint')]: s3Endpoint,
    [variableOf('storeSite')]: 'true',
    [variableOf('queue')]: queue,
  })

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
