import type * as BullMQ from 'bullmq'
import type { Processor, Queue, Worker, WorkerOptions } from 'bullmq'
import { sentence, SystemError, UsageError } from '../errors.ts'

/** What the names of our queues begin with in a Redis that others use too, and our schema in a PostgreSQL. */
const NAMESPACE = 'benchbook'
const FIRST_CONNECT_MS = 10_000
const RECONNECT_MS = 1000
/** A job that its worker has not renewed for this long is given to another. */
const LOCK_MS = 30_000

/** The queues and workers of one Redis or PostgreSQL. */
export interface Engine {
  /** Its address without the password. */
  place: string
  /** What an operator should change about it, in a sentence; '' for nothing. */
  advice: string
  /** For the errors with which a job waits. */
  bullmq: typeof BullMQ
  queue: (name: string) => Queue
  worker: (name: string, process: Processor | null, options: Omit<WorkerOptions, 'connection'>) => Worker
  close: () => Promise<void>
}

/** How BullMQ connects, in its own terms. */
interface Access {
  advice?: string
  options: object
  backend: object[]
  close: () => Promise<void>
}

/**
 * Connects to a Redis (`redis://`, `rediss://`) or PostgreSQL (`postgres://`). Later interruptions are waited for, and reported to `onNote`.
 * Throws a {@link UsageError} if a package is missing, and a {@link SystemError} if the server cannot be used.
 */
export async function openEngine(url: string, onNote: (sentence: string) => void): Promise<Engine> {
  const bullmq = await load('bullmq', () => import('bullmq'))
  const place = placeOf(url)
  let isTold = false
  const onBack = (): void => {
    if (isTold) onNote(`${place} is back.`)
    isTold = false
  }
  const access = url.startsWith('redis') ? await openRedis(url, onBack) : await openPostgres(url, bullmq)
  const opened: (Queue | Worker)[] = []
  const queues = new Map<string, Queue>()
  const keep = <T extends Queue | Worker>(one: T): T => {
    // Lost connections are restored by BullMQ.
    ;(one as Queue).on('error', (error: Error) => {
      if (isTold || /could not renew lock|Missing (?:key|lock) for job/.test(error.message)) return
      onNote(`${place}: ${sentence(error)}. Waiting for it.`)
      isTold = true
    })
    opened.push(one)
    return one
  }
  return {
    place,
    advice: access.advice ?? '',
    bullmq,
    queue(name) {
      const queue = queues.get(name) ?? keep(new bullmq.Queue(name, access.options as never, ...(access.backend as [])))
      queues.set(name, queue)
      return queue
    },
    worker: (name, process, options) => {
      const worker = keep(
        new bullmq.Worker(name, process, { ...access.options, lockDuration: LOCK_MS, ...options } as never, ...(access.backend as [])),
      )
      return worker.on('active', onBack)
    },
    async close() {
      await Promise.all(opened.map((one) => one.close()))
      await access.close()
    },
  }
}

async function openRedis(url: string, onBack: () => void): Promise<Access> {
  const { Redis } = await load('ioredis', () => import('ioredis'))
  const connection = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: FIRST_CONNECT_MS,
    retryStrategy: () => RECONNECT_MS,
  })
  const failed = new Promise<never>((_, reject) => {
    // A port for TLS may close a connection without it and say nothing.
    connection.once('error', reject).once('close', () => reject(new Error('it closed the connection')))
  })
  const ready = new Promise<void>((resolve) => connection.once('ready', resolve))
  connection.on('error', () => undefined) // reported by the queues
  try {
    void connection.connect().catch(() => undefined) // as `failed`
    await Promise.race([ready, failed])
    failed.catch(() => undefined)
    const policy = /maxmemory_policy:(\S+)/.exec(await connection.info('memory'))?.[1] ?? 'noeviction'
    if (policy !== 'noeviction')
      throw new Error(`it deletes keys when its memory is full (maxmemory-policy ${policy}), and with them jobs: set noeviction`)
    connection.on('ready', onBack)
    const keeps = (await connection.info('persistence')).includes('aof_enabled:1')
    const advice = keeps ? '' : `${placeOf(url)} loses its jobs when it restarts: set appendonly yes.`
    return { advice, options: { connection, prefix: NAMESPACE }, backend: [], close: async () => void (await connection.quit()) }
  } catch (cause) {
    connection.disconnect()
    throw unusable(url, cause)
  }
}

async function openPostgres(url: string, { createPostgresBackend }: typeof BullMQ): Promise<Access> {
  const { default: pg } = await load('pg', () => import('pg'))
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: FIRST_CONNECT_MS })
  client.on('error', () => undefined) // reported by the queues
  try {
    await client.connect()
    await client.query('select 1')
  } catch (cause) {
    throw unusable(url, cause)
  } finally {
    await client.end().catch(() => undefined) // it has never been open
  }
  const connection = { connectionString: url, schema: NAMESPACE, migrate: true, max: 4 }
  return { options: { connection }, backend: [createPostgresBackend], close: () => Promise.resolve() }
}

/** A package that is needed for a queue alone, and is not installed with Benchbook. */
async function load<T>(name: string, importing: () => Promise<T>): Promise<T> {
  try {
    return await importing()
  } catch (cause) {
    throw new UsageError(
      `A queue needs the package ${name}, which is not installed. Run "npm install bullmq ioredis" beside Benchbook, or "npm install bullmq pg" for PostgreSQL.`,
      {
        code: 'ERR_QUEUE',
        cause,
      },
    )
  }
}

function unusable(url: string, cause: unknown): SystemError {
  // --debug shows the cause: the refused command has the password.
  if (cause instanceof Error) Reflect.deleteProperty(cause, 'command')
  const said = sentence(cause)
    .replace(/ Please report this\.?$/, '')
    .replace(/\.$/, '')
  const advice = /NOAUTH|WRONGPASS|password/.test(said)
    ? 'Give its user and password in `queue`, percent-encoded: redis://user:password@host.'
    : `Start it, or name another one with \`queue\`${url.startsWith('redis:') ? '; with TLS, a Redis is named as rediss://' : ''}.`
  return new SystemError(`${placeOf(url)} cannot be used as a queue: ${said}. ${advice}`, { code: 'ERR_QUEUE', option: 'queue', cause })
}

function placeOf(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
