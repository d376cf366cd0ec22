import { randomUUID } from 'node:crypto'
import { existsSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { isKeptPath, isMediaPath, LAST_FILE, unfinishedFolder } from '../cache/kept-files.ts'
import { lockCache } from '../cache/lock/lock.ts'
import { refuseLinks, refuseUnmanagedFolder } from '../cache/refused-folder.ts'
import { namesIn } from '../disk/atomic.ts'
import { filesBelow } from '../disk/files-below.ts'
import { drained, type StoreClient } from './client.ts'
import { type Listing, readListing } from './listing.ts'
import { readHeld, writeManifest } from './manifest.ts'
import { fetchFiles } from './pull.ts'
import { goneFrom, sendChanges, type SentFile } from './send.ts'

/** The manifest of a crawl that has not finished. */
export const UNFINISHED_KEY = 'unfinished.json'
/** Says what is crawled. */
const SOURCE_PATH = 'source.json'
/** A crawl is not continued from records that may be older than a day. */
const LASTING_MS = 12 * 3_600_000

export const isUnfinishedPath = (path: string): boolean => path === SOURCE_PATH || (/^(?:records|media)\//.test(path) && isKeptPath(path))

/** True once a crawl has decided to finish: its files are being moved away. */
const isFinishing = (pending: string): boolean => existsSync(join(pending, LAST_FILE))

/** New media that are sent at once: records do not wait for more of them. */
const MAX_NEW_MEDIA = 256
/** Each sending makes a segment, and none may repack all records of a long crawl. */
const MAX_SEGMENTS = 1000

/** What a sending of an unfinished crawl has come to. */
interface Sending {
  /** False if there is nothing yet, or the crawl finishes. */
  isSent: boolean
  /** How long it took to look at the files. */
  lookMs: number
}

/**
 * Returns a function that sends what an unfinished crawl has stored since it was last called. Files that have not changed since `changedSinceMs`
 * (Unix milliseconds) are not read if the store has them.
 */
export function unfinishedSender(
  store: StoreClient,
  { folder, product, changedSinceMs }: { folder: string; product: string; changedSinceMs: number },
) {
  const pending = unfinishedFolder(folder)
  let had: Listing | undefined
  let sinceMs = changedSinceMs
  return async (): Promise<Sending> => {
    const startMs = Date.now()
    if (isFinishing(pending)) return { isSent: false, lookMs: 0 }
    had ??= await readListing(store, await readHeld(store, UNFINISHED_KEY), isUnfinishedPath)
    const lookStart = performance.now()
    const { all, changed, oldestMs } = await filesIn(pending, had, sinceMs)
    const lookMs = performance.now() - lookStart
    if (all.length === 0 || isFinishing(pending)) return { isSent: false, lookMs }
    const gone = goneFrom(had, all)
    if (changed.length + gone.length > 0) {
      const { listing } = await sendChanges(store, had, { all, changed, gone }, { maxSegments: MAX_SEGMENTS })
      const times = { pushedAt: new Date().toISOString(), since: new Date(oldestMs).toISOString() }
      await writeManifest(store, { product, generation: randomUUID(), ...times, segments: listing.segments }, {}, UNFINISHED_KEY)
      had = listing
    }
    sinceMs = startMs
    return { isSent: true, lookMs }
  }
}

/** The files of an unfinished crawl that belong into a store, those that it lacks, and when the first record was stored (Unix milliseconds). */
async function filesIn(pending: string, had: Listing, changedSinceMs: number) {
  const all: SentFile[] = []
  const changed: SentFile[] = []
  let [oldestMs, newMedia] = [Date.now(), 0]
  for (const top of ['records', 'media'])
    for await (const path of filesBelow(pending, top)) {
      const place = join(pending, path)
      const stats = statSync(place, { throwIfNoEntry: false })
      if (!stats || !isUnfinishedPath(path)) continue
      const file = { path, place, isMedium: isMediaPath(path) }
      const known = had.files.get(path)
      if (file.isMedium && !known && ++newMedia > MAX_NEW_MEDIA) continue
      all.push(file)
      if (!file.isMedium) oldestMs = Math.min(oldestMs, stats.nlink > 1 ? stats.ctimeMs : stats.mtimeMs)
      if (known?.size !== stats.size || stats.ctimeMs >= changedSinceMs) changed.push(file)
    }
  if (all.length > 0) {
    const source = { path: SOURCE_PATH, place: join(pending, SOURCE_PATH), isMedium: false }
    all.push(source)
    if (!had.files.has(SOURCE_PATH)) changed.push(source)
  }
  return { all, changed, oldestMs }
}

/** Fetches what another machine has sent of an unfinished crawl, unless the folder has one. Returns the number of files. */
export async function pullUnfinished(
  store: StoreClient,
  { folder, onNote }: { folder: string; onNote: (sentence: string) => void },
): Promise<number> {
  const held = await readHeld(store, UNFINISHED_KEY)
  if (!held || Date.now() - Date.parse(held.manifest.pushedAt) > LASTING_MS) return 0
  await refuseUnmanagedFolder(folder)
  refuseLinks(folder)
  const lock = await lockCache(folder, onNote)
  try {
    const pending = unfinishedFolder(folder)
    if ((await namesIn(pending)).length > 0) return 0
    const { files } = await readListing(store, held, isUnfinishedPath)
    await fetchFiles(store, pending, files)
    const since = new Date(held.manifest.since ?? held.manifest.pushedAt)
    for (const path of files.keys()) if (!isMediaPath(path)) utimesSync(join(pending, path), since, since)
    return files.size
  } finally {
    await lock.release()
  }
}

/** Forgets an unfinished crawl; its objects remain until a prune. */
export const forgetUnfinishedIn = (store: StoreClient): Promise<unknown> => store.ask('DELETE', UNFINISHED_KEY, { taken: [404] }, drained)
