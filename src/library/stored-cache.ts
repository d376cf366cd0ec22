import { channel } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { storeAccess } from '../config.ts'
import type { Config } from '../config/options.ts'
import { sentence, UsageError } from '../errors.ts'
import { PRODUCT } from '../product.ts'
import { refuseUnmanagedBeside } from '../publish/staging.ts'
import { filesOfSite } from '../publish/whole-site.ts'
import { storeClient, type StoreClient } from '../store/client.ts'
import { type Lease, takeLease } from '../store/lease.ts'
import { nothingPushed, type Pruned, pruneStore } from '../store/prune.ts'
import { type Pulled, pullCache } from '../store/pull.ts'
import { type Pushed, pushCache } from '../store/push.ts'
import { pullSite, pushSite } from '../store/stored-site.ts'
import { forgetUnfinishedIn, pullUnfinished, unfinishedSender } from '../store/unfinished.ts'

export interface StoreHooks {
  /** Stops the work; its reason is thrown. */
  signal?: AbortSignal
  /** Called with sentences about unusual conditions. */
  onNote?: (sentence: string) => void
}

/** For the status of a worker's job. */
const tell = (line: string): void => channel('benchbook:line').publish(line)

const NO_NOTE = (): void => undefined

/** How often an unfinished crawl is sent, at most; and how long the pause is in relation to looking at its files, during which the crawl waits. */
const SENT_EVERY_MS = 1000
const PAUSE_FACTOR = 20

/** Uploads the differences of the folder `cache` to `store`. */
export function pushStored(config: Config, { onNote = NO_NOTE, signal }: StoreHooks): Promise<Pushed> {
  tell(`Sending the cache to ${config.store}`)
  return pushCache(openStore(config, signal), { folder: config.cache, product: PRODUCT, replace: config.replace, onNote })
}

/** Downloads the differences of `store` to the folder `cache`. Throws a {@link UsageError} if nothing has been pushed. */
export async function pullStored(config: Config, hooks: StoreHooks): Promise<Pulled> {
  const pulled = await pullIfPushed(config, hooks)
  if (!pulled) throw nothingPushed(config.store)
  return pulled
}

/** {@link pullStored}; undefined if nothing has been pushed. */
export function pullIfPushed(config: Config, { onNote = NO_NOTE, signal }: StoreHooks): Promise<Pulled | undefined> {
  tell(`Fetching the cache from ${config.store}`)
  return pullCache(openStore(config, signal), { folder: config.cache, replace: config.replace, onNote })
}

/** Uploads the differences of the site or shard in `out`, by the name of that folder. Undefined if no finished one is there. */
export async function pushStoredSite(config: Config, out: string, { signal }: StoreHooks): Promise<Pushed | undefined> {
  const files = await filesOfSite(out)
  tell(`Sending the site to ${config.store}`)
  return files && pushSite(openStore(config, signal), { name: basename(out), files, product: PRODUCT, replace: config.replace })
}

/**
 * Downloads a site or shard that was uploaded from a folder of the same name. Undefined if there is none, or something is in `out`. Throws a
 * {@link UsageError} if something unmanaged is beside it.
 */
export async function pullMissingSite(config: Config, out: string, { signal }: StoreHooks): Promise<Pulled | undefined> {
  if (existsSync(out)) return undefined
  await refuseUnmanagedBeside(out)
  tell(`Fetching the site from ${config.store}`)
  return pullSite(openStore(config, signal), { name: basename(out), out, cache: config.cache })
}

/** Downloads what another machine has sent of a crawl that it did not finish, unless the folder has one of its own. Returns the number of files. */
export const pullStoredUnfinished = (config: Config, { onNote = NO_NOTE, signal }: StoreHooks): Promise<number> =>
  pullUnfinished(openStore(config, signal), { folder: config.cache, onNote })

/** Forgets what has been sent of an unfinished crawl. */
export const forgetStoredUnfinished = (config: Config, { signal }: StoreHooks): Promise<unknown> =>
  forgetUnfinishedIn(openStore(config, signal))

/**
 * Sends again and again what a crawl has stored, so that another machine can continue it, until the returned function is called, which resolves to
 * true if something was sent.
 */
export function sendUnfinished(config: Config, { onNote = NO_NOTE }: StoreHooks, everyMs = SENT_EVERY_MS): () => Promise<boolean> {
  const stop = new AbortController()
  const sendChanged = unfinishedSender(openStore(config, stop.signal), {
    folder: config.cache,
    product: PRODUCT,
    changedSinceMs: Date.now(),
  })
  let isSent = false
  const noted = new Set<string>()
  const isOver = () => stop.signal.aborted
  const send = async () => {
    for (let pauseMs = everyMs; !isOver();) {
      await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined) // it is over
      try {
        const sent = await sendChanged()
        isSent ||= sent.isSent
        pauseMs = Math.max(everyMs, PAUSE_FACTOR * sent.lookMs)
      } catch (error) {
        // The crawl may have replaced a file meanwhile: the next sending has it.
        const text = `An unfinished crawl could not be sent to ${config.store}: ${sentence(error)}`
        if (!isOver() && !noted.has(text)) onNote(text)
        noted.add(text)
      }
    }
  }
  const sending = send()
  return async () => {
    stop.abort()
    await sending
    return isSent
  }
}

/** Reserves the store for a crawl: see {@link takeLease}. */
export const leaseStored = (config: Config, hooks: StoreHooks): Promise<Lease | undefined> =>
  // It is given back after an interruption too.
  takeLease(openStore(config), hooks)

/** Removes from the store what its manifest does not reference and what is older than `graceHours`. */
export const pruneStored = (config: Config, { signal }: StoreHooks): Promise<Pruned> =>
  pruneStore(openStore(config, signal), config.graceHours * 3_600_000)

/** A client for a store, with the keys of the environment. Throws a {@link UsageError} without them. */
export function openStore({ store, s3Endpoint }: Pick<Config, 'store' | 's3Endpoint'>, signal = new AbortController().signal): StoreClient {
  const { endpoint, ...keys } = storeAccess()
  const fault = { code: 'ERR_OPTION', option: 'store' } as const
  if (!store) throw new UsageError('No store is named. Add `store` with its address, such as `store` s3://bucket/prefix.', fault)
  if (!keys.accessKeyId || !keys.secretAccessKey)
    throw new UsageError(`There are no keys for ${store}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`, fault)
  const address = (s3Endpoint || endpoint || `https://s3.${keys.region}.amazonaws.com`).replace(/\/$/, '')
  return storeClient({ url: store, endpoint: address, keys, signal })
}
