import { setTimeout as sleep } from 'node:timers/promises'
import { refuseForeignFolder } from '../cache/foreign-folder.ts'
import { InterruptedError } from '../errors.ts'
import { carried } from '../errors/carried.ts'
import { crawlName, CRAWLS_KEY, keysOf } from './keys.ts'
import { Lease } from './lease.ts'
import { lead } from './lead.ts'
import { connectRedis } from './redis.ts'
import type { Place } from './place.ts'
import type { ProgressReport, SharedHooks } from './progress.ts'
import type { AnswerHead } from './request-job.ts'
import { joinRun, readEnd, type RunEnd, type SharedOptions, type SharedResult } from './run.ts'
import { placeOfAnswers } from './shared-store.ts'
import { newWorker, SILENT_MS, type WorkerState, Workers } from './workers.ts'
import { workOn } from './work.ts'

const LOOK_MS = 500
const PATIENCE_MS = 30_000

/** What became of a crawl that several workers shared. */
export interface SharedCrawl {
  result: SharedResult
  /** The worker that wrote report and manifest. */
  by: string
  /** That was us. */
  isOurs: boolean
  /** Requests that this worker has answered. */
  requests: number
}

/**
 * Takes part in the crawl of a source that workers share through Redis at `queue`, until it has finished: sends requests as one of them, and
 * leads the crawl while no other does. All need the same options, and one cache folder that they see, or a store. Throws what {@link crawl} throws (each
 * worker throws what ended the crawl), UsageError (other options or another version than the others'; another folder or store), SystemError (no
 * Redis), and what pulling and pushing throw: then others go on.
 */
export async function crawlTogether(
  queue: string,
  options: SharedOptions,
  hooks: SharedHooks = {},
  { store, onFinished, patienceMs = PATIENCE_MS }: Partial<Pick<Place, 'store' | 'onFinished' | 'patienceMs'>> = {},
): Promise<SharedCrawl> {
  await refuseForeignFolder(options.cache)
  const warn = (sentence: string) => hooks.onWarning?.(sentence)
  const redis = await connectRedis(queue, warn)
  try {
    const name = crawlName(options.source)
    const run = await joinRun(redis, name, options, store)
    await redis.sadd(CRAWLS_KEY, name)
    const answers = placeOfAnswers(options.cache, store).of<AnswerHead>(run.id)
    const self = newWorker(options.concurrency)
    const workers = new Workers(redis, name)
    const lease = new Lease(redis, keysOf(name).lease, self.id, SILENT_MS)
    return await takePart({ redis, name, run, options, answers, store, workers, self, lease, warn, patienceMs, onFinished }, hooks)
  } finally {
    redis.disconnect()
  }
}

async function takePart(place: Place, hooks: SharedHooks): Promise<SharedCrawl> {
  const { redis, name, run, options, self, lease, workers } = place
  const leave = await workers.report(self)
  try {
    const stopWorking = await workOn(place)
    try {
      for (;;) {
        options.signal?.throwIfAborted()
        const end = (await readEnd(redis, name, run)) ?? ((await lease.take()) ? await lead(place, hooks) : undefined)
        if (end) return conclude(end, self)
        await showProgress(place, hooks)
        await sleep(LOOK_MS)
      }
    } catch (error) {
      throw options.signal?.aborted && isInterruption(error, options.signal) ? interrupted(place) : error
    } finally {
      await lease.drop().finally(stopWorking)
    }
  } finally {
    await leave()
  }
}

/** What the leader counts, for a worker that does not lead. */
async function showProgress({ redis, name, run, self, workers }: Place, { onProgress, onShare }: SharedHooks): Promise<void> {
  onShare?.({ run: run.id, workers: (await workers.live()).length, leads: false, requests: self.requests })
  const text = onProgress && (await redis.get(keysOf(name).progress))
  if (text) onProgress((JSON.parse(text) as ProgressReport).counts)
}

function conclude(end: RunEnd, { id, requests }: WorkerState): SharedCrawl {
  if ('error' in end) throw carried(end.error)
  return { result: end.result, by: end.by, isOurs: end.by === id, requests }
}

/** A pause that a signal ends throws an error of its own. */
const isInterruption = (error: unknown, { reason }: AbortSignal): boolean =>
  error === reason || error instanceof InterruptedError || (error instanceof Error && error.name === 'AbortError')

const interrupted = ({ store, options: { cache, signal } }: Place): InterruptedError =>
  new InterruptedError(
    `Interrupted. Workers that are left go on, and what arrived is stored in ${store?.url ?? cache}: run the same command again to take part.`,
    { cause: signal?.reason },
  )
