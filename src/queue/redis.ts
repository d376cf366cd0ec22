import type * as BullMQ from 'bullmq'
import type { Redis } from 'ioredis'
import { sentence, SystemError, UsageError } from '../errors.ts'

/** How long the first connection may take. */
const FIRST_CONNECT_MS = 10_000
const RECONNECT_MS = 500

/** BullMQ and its client, which only a shared crawl needs and which are not installed with Benchbook. */
export async function loadEngine(): Promise<{ bullmq: typeof BullMQ; Redis: typeof Redis }> {
  try {
    const [bullmq, { Redis: Client }] = await Promise.all([import('bullmq'), import('ioredis')])
    return { bullmq, Redis: Client }
  } catch (cause) {
    throw new UsageError('A shared crawl needs the packages bullmq and ioredis. Run "npm install bullmq ioredis" beside Benchbook.', {
      code: 'ERR_QUEUE',
      cause,
    })
  }
}

/**
 * Connects to Redis. Later losses of the connection are mended by waiting: `onTrouble` is called once for each. Throws a
 * {@link SystemError} when there is no Redis.
 */
export async function connectRedis(url: string, onTrouble: (sentence: string) => void, firstConnectMs = FIRST_CONNECT_MS): Promise<Redis> {
  const { Redis: Client } = await loadEngine()
  const redis = new Client(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: firstConnectMs,
    retryStrategy: () => RECONNECT_MS,
  })
  let isDown = true
  let first: unknown
  redis.on('error', (error) => {
    first ??= error
    if (!isDown) onTrouble(`Redis at ${placeOf(url)} does not answer (${sentence(error)}): waiting for it.`)
    isDown = true
  })
  let wasThere = false
  redis.on('ready', () => {
    if (wasThere) onTrouble(`Redis at ${placeOf(url)} answers again.`)
    isDown = false
    wasThere = true
  })
  const ready = new Promise<void>((resolve) => redis.once('ready', resolve))
  // A port for TLS may close a connection without it and say nothing.
  const failed = new Promise<never>((_, reject) => redis.once('error', reject).once('close', () => reject(new Error('connection closed'))))
  try {
    void redis.connect().catch(() => undefined) // the listeners above are told
    await Promise.race([ready, failed])
    return redis
  } catch (cause) {
    redis.disconnect()
    // With --debug the cause is shown whole: the command that was refused has the password.
    if (cause instanceof Error) Reflect.deleteProperty(cause, 'command')
    const said = sentence(cause)
    throw new SystemError(`Redis at ${placeOf(url)} cannot be used (${said}). ${adviceOn(said, isTls(url))}`, {
      code: 'ERR_QUEUE',
      option: 'queue',
      cause,
    })
  }
}

/** What to do about a Redis that could not be used, from what was said of it. */
function adviceOn(said: string, withTls: boolean): string {
  if (/NOAUTH|WRONGPASS/.test(said)) return 'Give its password in `queue`: redis://:password@host, percent-encoded.'
  if (withTls && /CERT|UNABLE_TO|ALTNAME/.test(said))
    return 'This machine does not trust its certificate: name the file of its authority in NODE_EXTRA_CA_CERTS, or the host that it is made out for with `queue`.'
  const isCutShort = /ECONNRESET|EPIPE|EPROTO|ERR_SSL|closed|disconnected|Protocol error/.test(said)
  if (withTls && (isCutShort || said.includes('ETIMEDOUT')))
    return 'The server did not answer TLS. If it speaks none, name it as redis:// with `queue`; otherwise check the host and the port for TLS.'
  if (isCutShort)
    return 'The server broke the connection off, as one that speaks only TLS does: name it as rediss:// with `queue`, or its port without TLS.'
  return 'Start it, or name another one with `queue`.'
}

/** Tells what Redis has refused to do. Losses of the connection are told by the connection itself, and mended by it. */
export function tellRefusal(error: Error, warn: (sentence: string) => void): void {
  const isStarting = error.message.startsWith('LOADING')
  if (error.name === 'ReplyError' && !isStarting) warn(`Redis refused a command (${sentence(error)}): the crawl may not get on.`)
}

const isTls = (url: string): boolean => url.startsWith('rediss:')

/** A Redis's address without its password. */
export function placeOf(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
