import type { Redis } from 'ioredis'
import { crawlName, CRAWLS_KEY, keysOf } from './keys.ts'
import type { ProgressReport } from './progress.ts'
import { connectRedis } from './redis.ts'
import type { Run } from './run.ts'
import { type SeenWorker, Workers } from './workers.ts'

/** A crawl that workers share, as it stands. */
export interface CrawlStatus {
  source: string
  product: string
  startedAt: string
  /** Interrupted when no worker is left, though it has not finished: workers that are started within an hour go on with it. */
  state: 'running' | 'interrupted'
  /** The worker that leads, or led until it was silent; absent when none does. */
  leader?: string
  workers: SeenWorker[]
  /** Absent until a worker leads, and a minute after the last one has gone. */
  progress?: ProgressReport
}

/** The shared crawls under way in a Redis; of one source, if that is named. Throws a SystemError when there is no Redis. */
export async function readStatus(queue: string, source: string, onTrouble: (sentence: string) => void): Promise<CrawlStatus[]> {
  const redis = await connectRedis(queue, onTrouble)
  try {
    const names = source ? [crawlName(source)] : (await redis.smembers(CRAWLS_KEY)).toSorted()
    const all = await Promise.all(names.map((name) => statusOf(redis, name)))
    return all.filter((status) => status !== undefined)
  } finally {
    redis.disconnect()
  }
}

async function statusOf(redis: Redis, name: string): Promise<CrawlStatus | undefined> {
  const { run, progress, lease } = keysOf(name)
  const [runText, progressText, holder, workers] = await Promise.all([
    redis.get(run),
    redis.get(progress),
    redis.get(lease),
    new Workers(redis, name).seen(),
  ])
  if (runText === null) return undefined
  const { source, product, startedAt } = JSON.parse(runText) as Run
  const report = progressText === null ? undefined : (JSON.parse(progressText) as ProgressReport)
  const leader = workers.find(({ id }) => id === holder)?.id
  const state = workers.length > 0 ? 'running' : 'interrupted'
  return { source, product, startedAt, state, ...(leader && { leader }), workers, ...(report && { progress: report }) }
}
