import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Job } from 'bullmq'
import { serviceEnvironment } from '../config.ts'
import { forget } from '../disk/atomic.ts'
import { publish } from '../metrics/channels.ts'
import { PRODUCT } from '../product.ts'
import type { Engine } from './engine.ts'
import { ATTEMPTS, storeOf } from './fleet.ts'
import { type JobData, jobSchema, JOBS } from './jobs.ts'
import { type Night, nightOf, readNight, writeNight } from './night.ts'
import { publishSite } from './publish.ts'
import { type Ended, endedSchema, runCommand } from './run-command.ts'

/** The pause before another look at a store that another crawl has reserved. */
const LEASED_MS = 30_000

export interface Surroundings {
  engine: Engine
  /** The address of the queue, for the crawls. */
  queue: string
  /** The name of this worker. */
  worker: string
  /** For the working copies of caches and sites. */
  folder: string
  /** The operator's program that publishes a site; '' for none. */
  publisher: string
  signal: AbortSignal
  /** Called when a night has ended and is in the store. */
  onNight: (night: Night) => Promise<void>
}

/**
 * Does a service's night, or one shard of it. A night that is divided waits for its shards after the crawl, and is continued by any worker. Throws
 * if it failed, once its result is in the store, and the reason of the signal.
 */
export async function runJob(
  job: Job,
  token: string,
  { engine, queue, worker, folder, publisher, signal, onNight }: Surroundings,
): Promise<unknown> {
  const data = jobSchema.parse(job.data)
  const { service, shard, startedAt = new Date().toISOString() } = data
  const { name, shards } = service
  const cwd = join(folder, name)
  mkdirSync(cwd, { recursive: true })
  const numbers = Array.from({ length: shards }, (_, at) => at + 1)
  const shardAt = (number: number): string => join(cwd, `shard-${number}`)
  const run = (words: string[], stage?: string, more: Record<string, string> = {}): Promise<Ended> => {
    const env = serviceEnvironment(name, { ...service.options, ...placesOf(data, cwd), queue, json: 'true', ...more })
    const onLine = (line: string): void => void job.updateProgress({ worker, line }).catch(() => undefined) // the next one follows
    return runCommand(words, stage, { cwd, env, signal, onLine })
  }
  const settle = async (commands: Ended[]): Promise<void> => {
    // Another crawl of the service, such as one that was started by hand, is waited for.
    if (commands.some(({ output }) => output.error?.code === 'ERR_STORE_LEASED')) {
      await job.moveToDelayed(Date.now() + LEASED_MS, token)
      throw new engine.bullmq.DelayedError()
    }
    const isPublished = publisher && commands.every(({ exitCode }) => exitCode === 0)
    const published = isPublished ? [await publishSite({ program: publisher, site: join(cwd, 'site'), service: name, signal })] : []
    const ended = [...commands, ...published]
    const store = storeOf(data, service)
    const night = nightOf(ended, await readNight(store), { product: PRODUCT, service: name, worker, startedAt })
    await writeNight(store, night)
    publish('benchbook:night', night)
    await onNight(night)
    if (night.state === 'failed') throw new Error(night.notes[0])
  }
  if (shard !== undefined) {
    const built = await run(['build'], 'build', { shard: `${shard}/${shards}`, out: shardAt(shard) })
    if (built.exitCode > 1) throw new Error(built.output.error?.message)
    return built
  }
  if (shards === 1) return settle([await run(['export'])])
  const crawled = data.crawled ?? (await run(['crawl'], 'crawl'))
  if (crawled.exitCode > 1) return settle([crawled])
  if (!data.crawled) {
    await engine.queue(JOBS).addBulk(numbers.map((number) => shardJob(job, data, number)))
    await job.updateData({ ...data, crawled, startedAt })
  }
  if (await job.moveToWaitingChildren(token)) throw new engine.bullmq.WaitingChildrenError()
  const failed = Object.values(await job.getIgnoredChildrenFailures())
  if (failed.length > 0)
    return settle([crawled, { command: 'build', exitCode: 2, ms: 0, output: { error: { message: failed.join(' ') } } }])
  // Here may be those of an earlier night; the store has today's.
  for (const number of numbers) for (const end of ['', '.sha256', '.state', '.changes.json']) forget(`${shardAt(number)}${end}`)
  const shardsBuilt = Object.values(await job.getChildrenValues()).map((value) => endedSchema.parse(value))
  const merged = await run(['merge', ...numbers.map(shardAt)], 'build')
  return settle([crawled, ...shardsBuilt, merged, ...(merged.exitCode > 1 ? [] : [await run(['check'], 'check')])])
}

/** Where a service's commands find cache and site. */
const placesOf = ({ store, s3Endpoint, service }: JobData, folder: string): Record<string, string> => ({
  cache: join(folder, 'cache'),
  out: join(folder, 'site'),
  store: `${store}/${service.name}`,
  s3Endpoint,
  storeSite: 'true',
})

/** One shard of a night. Added twice it is one job. */
function shardJob({ id = '', queueQualifiedName }: Job, data: JobData, shard: number) {
  const parent = { id, queue: queueQualifiedName }
  const opts = {
    ...ATTEMPTS,
    parent,
    ignoreDependencyOnFailure: true,
    removeOnComplete: true,
    jobId: `${id.replaceAll(':', '-')}-${shard}`,
  }
  return { name: data.service.name, data: { ...data, shard }, opts }
}
