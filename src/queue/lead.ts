import type { Queue, QueueEvents } from 'bullmq'
import { setTimeout as sleep } from 'node:timers/promises'
import { endHolder } from '../cache/lock/end-holder.ts'
import { type Holder, whoWeAre } from '../cache/lock/holder.ts'
import { crawl } from '../crawl/crawl.ts'
import { isOurs, sentence } from '../errors.ts'
import { carry } from '../errors/carried.ts'
import { keysOf, PREFIX } from './keys.ts'
import { ProgressNote, type SharedHooks } from './progress.ts'
import { QueueTransport } from './queue-transport.ts'
import { loadEngine, tellRefusal } from './redis.ts'
import { announceEnd, keepEnd, keepRun, readEnd, type RunEnd } from './run.ts'
import type { Place } from './place.ts'

/** Of more workers than this the client would not make use. */
const MAX_WORKERS = 64
const WATCH_MS = 1000
const LOCKED_MS = 1000

/**
 * Leads a crawl: decides what is asked for and when, and stores what comes, as a crawl by one process does; the requests are sent by all
 * workers. Returns how it ended, for all; undefined if we lead no longer, since nobody had heard of us for a while.
 */
export async function lead(place: Place, hooks: SharedHooks): Promise<RunEnd | undefined> {
  const { redis, name, run, lease } = place
  // Whoever led before us tells of the end before it gives way: we may have looked before it did.
  const ended = await readEnd(redis, name, run)
  if (ended) return ended
  const { bullmq } = await loadEngine()
  const stop = new AbortController()
  const stopKeeping = lease.keep(() => stop.abort(new Error('Another worker leads.')))
  const queue = new bullmq.Queue(name, { connection: redis, prefix: PREFIX })
  const listening = redis.duplicate()
  const events = new bullmq.QueueEvents(name, { connection: listening, prefix: PREFIX })
  queue.on('error', (error) => tellRefusal(error, place.warn))
  events.on('error', (error) => tellRefusal(error, place.warn))
  try {
    return await leadThrough({ queue, events }, place, hooks, stop.signal)
  } finally {
    stopKeeping()
    await events
      .close()
      .finally(() => queue.close())
      .finally(() => listening.disconnect())
  }
}

/** An aborted `lost` tells that another leads. */
async function leadThrough(
  engine: { queue: Queue; events: QueueEvents },
  place: Place,
  hooks: SharedHooks,
  lost: AbortSignal,
): Promise<RunEnd | undefined> {
  const { redis, name, run, options, answers, store, self, lease, onFinished } = place
  const signal = options.signal ? AbortSignal.any([options.signal, lost]) : lost
  await engine.events.waitUntilReady()
  await answers.begin()
  const transport = new QueueTransport(engine, answers, self.concurrency, signal)
  const progress = new ProgressNote(place, transport, hooks)
  let stopWatching: (() => Promise<void>) | undefined
  let ownTrouble: unknown
  const own = async (work: Promise<void> | undefined) =>
    work?.catch((error: unknown) => {
      ownTrouble = error
      throw error
    })
  try {
    stopWatching = await keepWatching(place, transport, progress)
    const all = { ...options, concurrency: MAX_WORKERS * options.concurrency, transport, signal }
    const how = await whenUnlocked(place, signal, async () => {
      await own(store?.pull(signal))
      return { by: self.id, result: await crawl(all, progress.hooks()) }
    })
    if (!store) {
      if (how.by === self.id) await own(onFinished?.(signal))
      return await end(how)
    }
    // Two may have led for a moment: what one of them has pushed is the crawl.
    const ended = await readEnd(redis, name, run)
    if (ended) return await end(ended)
    if (!(await lease.hold())) return undefined
    await own(store.push(signal))
    return await end(how)
  } catch (error) {
    if (lost.aborted && !options.signal?.aborted) return undefined
    // What goes wrong between this machine and the store is not the end for others.
    if (options.signal?.aborted || !isOurs(error) || error === ownTrouble || error.code.startsWith('ERR_STORE')) throw error
    return await end({ by: self.id, error: carry(error) })
  } finally {
    await stopWatching?.()
    // A crawl that has not begun has closed nothing.
    await transport.close()
  }

  async function end(how: RunEnd): Promise<RunEnd | undefined> {
    // A look that is late would take the run that has ended for one that Redis has lost.
    await stopWatching?.()
    if (await lease.hold()) {
      await engine.queue.obliterate({ force: true })
      await announceEnd(redis, name, run, how)
      await forgetAnswers(place)
      return how
    }
    // Another leads by now, which needs the queue and the answers, and clears up. What failed for us may not fail for it.
    if ('error' in how) return undefined
    await keepEnd(redis, name, run, how)
    return how
  }
}

/** What cannot be removed now, the next crawl removes. */
async function forgetAnswers({ answers, store, options, warn }: Place): Promise<void> {
  try {
    await answers.end()
  } catch (error) {
    if (!isOurs(error)) throw error
    warn(`Answers of this crawl are left in ${store?.url ?? options.cache}: ${sentence(error)}`)
  }
}

/**
 * Begins when the leader before us has let go of the cache, unless it has finished. One that hangs, on this machine, is ended: it may wake up while
 * we write.
 */
async function whenUnlocked(
  { redis, name, run, options, lease, store, warn, patienceMs }: Place,
  signal: AbortSignal,
  work: () => Promise<RunEnd>,
): Promise<RunEnd> {
  const key = keysOf(name).leader
  const before = await redis.get(key)
  const start = performance.now()
  let isTold = false
  for (;;) {
    const ended = await readEnd(redis, name, run)
    if (ended) return ended
    try {
      await redis.set(key, JSON.stringify(await whoWeAre()))
      return await work()
    } catch (error) {
      if (!isOurs(error) || error.code !== 'ERR_CACHE_LOCKED') throw error
      // With a store, the leader before us has had another folder, or was in this one on this machine.
      const isOfLeader = !store && (before !== null || lease.hadAnother)
      if (!isOfLeader && performance.now() - start > patienceMs) throw error
      if (!isTold) warn(`Another crawl is at work in ${options.cache}: waiting for its end.`)
      isTold = true
      if (before !== null) await endHolder(options.cache, JSON.parse(before) as Holder)
      await sleep(LOCKED_MS, undefined, { signal })
    }
  }
}

/** Looks after the run now, and once a second until what this returns is called, which waits for the last look. */
async function keepWatching(place: Place, transport: QueueTransport, progress: ProgressNote): Promise<() => Promise<void>> {
  await watch(place, transport, progress)
  // While Redis is away, one look waits for it, and no others behind it.
  let looking: Promise<void> | undefined
  const look = () =>
    (looking ??= watch(place, transport, progress)
      .catch(() => undefined)
      .finally(() => (looking = undefined)))
  const timer = setInterval(() => void look(), WATCH_MS)
  return async () => {
    clearInterval(timer)
    await looking
  }
}

/** Looks after the run: who is there, whether Redis still knows of it, and what to tell those who ask. */
async function watch({ redis, name, run, workers, warn }: Place, transport: QueueTransport, progress: ProgressNote): Promise<void> {
  const live = await workers.live()
  transport.allow(
    Math.max(
      1,
      live.reduce((sum, { concurrency }) => sum + concurrency, 0),
    ),
  )
  if (!(await keepRun(redis, name, run))) {
    const again = await transport.sendAgain()
    warn(`Redis has lost what it knew (is it without an append-only file?): ${again} requests under way are sent again.`)
  }
  await progress.write(live.length)
}
