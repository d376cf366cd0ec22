import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { CrawlOptions } from '../crawl/options.ts'
import type { CrawlResult } from '../crawl/crawl.ts'
import { type AnswersPlace, DEAD_AFTER_MS } from '../cache/answers/queued-answers.ts'
import { UsageError } from '../errors.ts'
import type { CarriedError } from '../errors/carried.ts'
import { CRAWLS_KEY, keysOf } from './keys.ts'
import { placeOfAnswers, type SharedStore } from './shared-store.ts'
import { Workers } from './workers.ts'

/** The options of a crawl that workers share. */
export interface SharedOptions extends CrawlOptions {
  /** Who is at work, as the user agent tells it. */
  contact?: string
  /** The share that may fail, by which each worker judges the result. */
  maxFailed?: number
}

/** One crawl that workers share, as the first of them has begun it. */
export interface Run {
  id: string
  source: string
  product: string
  /** What all workers must agree on. */
  options: Record<string, unknown>
  /** Where workers meet; absent where they see one folder. */
  store?: string
  startedAt: string
}

/** How a crawl ended: its result, or the error that ended it for all. */
export type RunEnd = { by: string } & ({ result: SharedResult } | { error: CarriedError })
/** What of a result the other workers can use. */
export type SharedResult = Omit<CrawlResult, 'startedAt' | 'finishedAt'>

/** Forgets a run, and no other that has taken its place. */
const FORGET = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`

/** A run that nobody works on is forgotten after this time; workers of a night that is over learn its end for as long. */
const KEPT_MS = DEAD_AFTER_MS
const SEEN_MS = 5000
const LOOK_MS = 250

/** All but what a machine can do by itself, and where it sees the cache: by the names that people give them. */
const SHARED = [
  'contact',
  'maxFailed',
  'retries',
  'connectTimeoutMs',
  'headersTimeoutMs',
  'bodyTimeoutMs',
  'answerTimeoutMs',
  'allowHost',
  'maxRate',
  'ignoreRobots',
  'maxRecords',
  'maxDepth',
  'sourceWas',
  'media',
  'sizes',
  'zoomSize',
  'maxMediaBytes',
  'maxBodyBytes',
  'allowShrink',
  'lang',
  'extra',
  'full',
  'verify',
  'includePrivate',
  'limit',
  'category',
  'since',
] as const satisfies readonly (keyof SharedOptions)[]

/** The options that all workers of a crawl must share. */
const sharedOptions = (options: SharedOptions): Record<string, unknown> => ({
  ...Object.fromEntries(SHARED.map((name) => [name, options[name] ?? null])),
  hasToken: Boolean(options.token),
})

/**
 * Joins the run of a crawl, or begins one. Throws a {@link UsageError} if the workers that are at it are of another version or have other
 * options; a run that nobody works on gives way instead.
 */
export async function joinRun(redis: Redis, name: string, options: SharedOptions, store?: SharedStore): Promise<Run> {
  const key = keysOf(name).run
  const ours: Run = {
    id: randomBytes(6).toString('hex'),
    source: options.source,
    product: options.product,
    options: sharedOptions(options),
    ...(store && { store: store.url }),
    startedAt: new Date().toISOString(),
  }
  for (;;) {
    if ((await redis.set(key, JSON.stringify(ours), 'PX', KEPT_MS, 'NX')) === 'OK') {
      return await begun(redis, key, ours, placeOfAnswers(options.cache, store))
    }
    const text = await redis.get(key)
    if (text === null) continue
    const theirs = JSON.parse(text) as Run
    if ((await readEnd(redis, name, theirs)) === undefined) {
      const why = difference(theirs, ours) ?? otherStore(theirs, ours) ?? (await elsewhere(redis, name, theirs, options, store))
      if (why === undefined) return theirs
      const live = await new Workers(redis, name).live()
      // While we looked, another worker may have begun anew: these are its workers.
      if ((await redis.get(key)) !== text) continue
      if (live.length > 0) throw new UsageError(why, { code: 'ERR_QUEUE', option: 'queue' })
    }
    await redis.eval(FORGET, 1, key, text)
  }
}

/** Makes what tells other workers that they meet at the same place. Where it cannot be made, no run is left for them to join. */
async function begun(redis: Redis, key: string, run: Run, place: AnswersPlace): Promise<Run> {
  try {
    // Others are looking for it.
    await place.of(run.id).begin()
    await place.forgetDead()
    return run
  } catch (error) {
    await redis.eval(FORGET, 1, key, JSON.stringify(run))
    throw error
  }
}

/** Why a worker cannot take part that names another store, or none. */
function otherStore(theirs: Run, ours: Run): string | undefined {
  if (theirs.store === ours.store) return undefined
  const [there, here] = [theirs, ours].map(({ store }) => store ?? 'no store')
  return `The crawl of ${theirs.source} under way names ${there}, and this worker ${here}. All workers must name one store, or see one folder and name none: look at \`store\`, or take another Redis database with \`queue\`.`
}

/** Why a worker cannot take part that sees another place; one made a moment ago may take a moment to be seen on another machine, or be gone with the run's end. */
async function elsewhere(
  redis: Redis,
  name: string,
  theirs: Run,
  options: SharedOptions,
  store: SharedStore | undefined,
): Promise<string | undefined> {
  const { id, source } = theirs
  const answers = placeOfAnswers(options.cache, store).of(id)
  for (let ms = 0; ms <= SEEN_MS; ms += LOOK_MS) {
    if ((await answers.exists()) || (await readEnd(redis, name, theirs)) !== undefined) return undefined
    await sleep(LOOK_MS)
  }
  return store
    ? `The crawl of ${source} under way names a store that is called ${store.url}, too, and is another one. All workers must name one store: look at \`s3Endpoint\`, or take another Redis database with \`queue\`.`
    : `The crawl of ${source} under way writes another folder than ${options.cache}. All workers must see one folder, or name one store: look at \`cache\` and \`store\`, or take another Redis database with \`queue\`.`
}

/** Why a worker cannot take part; undefined if it can. */
function difference(theirs: Run, ours: Run): string | undefined {
  if (theirs.product !== ours.product)
    return `The crawl of ${theirs.source} under way is by ${theirs.product}, and this is ${ours.product}. All workers must be of one version: install the other one here, or wait for the crawl's end.`
  const names = Object.keys(ours.options).filter((name) => JSON.stringify(ours.options[name]) !== JSON.stringify(theirs.options[name]))
  const [name] = names
  if (name === undefined) return undefined
  const [here, there] = [ours, theirs].map(({ options }) => JSON.stringify(options[name]))
  return name === 'hasToken'
    ? `The crawl of ${theirs.source} under way ${theirs.options.hasToken ? 'has a token, and this worker has none' : 'has no token, and this worker has one'}. All workers need the same \`token\`.`
    : `The crawl of ${theirs.source} under way has other options: \`${name}\` is ${there} there and ${here} here. Give all workers the same, or wait for the crawl's end.`
}

/** Keeps a run known while somebody works on it; false if Redis has forgotten it, which is told by writing it again. */
export async function keepRun(redis: Redis, name: string, run: Run): Promise<boolean> {
  const key = keysOf(name).run
  if ((await redis.pexpire(key, KEPT_MS)) === 1) return true
  await redis.multi().set(key, JSON.stringify(run), 'PX', KEPT_MS).sadd(CRAWLS_KEY, name).exec()
  return false
}

/** How the run has ended; undefined while it has not. */
export async function readEnd(redis: Redis, name: string, run: Run): Promise<RunEnd | undefined> {
  const text = await redis.get(keysOf(name).end(run.id))
  return text === null ? undefined : (JSON.parse(text) as RunEnd)
}

/** Tells the worker that leads the run by now how it has ended. */
export async function keepEnd(redis: Redis, name: string, run: Run, end: RunEnd): Promise<void> {
  await redis.set(keysOf(name).end(run.id), JSON.stringify(end), 'PX', KEPT_MS)
}

/** Tells all workers of the run's end. The next crawl of the source is a new run. */
export async function announceEnd(redis: Redis, name: string, run: Run, end: RunEnd): Promise<void> {
  const keys = keysOf(name)
  await redis
    .multi()
    .set(keys.end(run.id), JSON.stringify(end), 'PX', KEPT_MS)
    .del(keys.run, keys.progress, keys.leader)
    .srem(CRAWLS_KEY, name)
    .exec()
}
