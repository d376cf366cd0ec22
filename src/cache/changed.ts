import { hash } from 'node:crypto'
import { existsSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { readChecked } from './checked.ts'
import { bytesNow, readNow } from '../disk/read.ts'
import { filesBelow } from '../disk/files-below.ts'
import { listPath, type Manifest, MANIFEST_PATH, manifestSchema, PENDING_FOLDER, RECORDS_PATH, STALE_PATH, SWEEP_PATH } from './layout.ts'
import { haveSameBytes } from '../disk/same-bytes.ts'
import { sha256Of } from '../disk/sha256.ts'
import { digestOf, isFresh, lengthAndTime, oneStamp, type Stamp, stampOf } from '../disk/stamp.ts'
import { LIST_NAMES, type ListName } from '../model/resources.ts'

/** The end of the last crawl that found something new; in caches of older versions, of the last crawl. */
export const changedAt = ({ changedAt, finishedAt }: Manifest): string => changedAt ?? finishedAt

/**
 * {@link changedAt} for a crawl that has written everything but its manifest: its own end if it added or removed anything, or if its
 * manifest differs in more than times and counts; otherwise that of the previous crawl.
 */
export async function changedBy(folder: string, manifest: Manifest, keptLists: ReadonlySet<ListName>): Promise<string> {
  const before = finishedManifest(folder)
  const isAlike = before && factsOf(before) === factsOf(manifest) && !hasOtherLists(folder, keptLists) && !(await hasOtherFiles(folder))
  const isSame = isAlike && (await privateIn(folder)) === (await privateIn(join(folder, PENDING_FOLDER)))
  return isSame ? changedAt(before) : manifest.finishedAt
}

/** A fingerprint of the manifest data that a site depends on; a crawl that found nothing new does not change it. */
export function contentMark(manifest: Manifest): string {
  return JSON.stringify([changedAt(manifest), factsOf(manifest), manifest.stored])
}

/**
 * A fingerprint of all files of a finished cache that a site depends on, except the manifest (see {@link contentMark}). Records and media
 * are compared by length and time, lists by content, since a crawl rewrites them. `atMs` is the time of the first fingerprint: files
 * written just before it are compared by content.
 */
export async function cacheStamp(folder: string, atMs: number, signal?: AbortSignal): Promise<Stamp> {
  const of = async (part: string): Promise<Stamp> => {
    const root = join(folder, part)
    const { stamp } = await stampOf(
      root,
      (file, stats) => (stats.isFile() && (part === 'lists' || isFresh(stats, atMs)) ? bytesStamp(join(root, file), stats) : undefined),
      signal,
    )
    return stamp
  }
  const single = [RECORDS_PATH, STALE_PATH].map((path) => bytesNow(join(folder, path)))
  const content = digestOf(single.map((bytes) => (bytes ? hash('sha256', bytes) : '')))
  const files = [await of('lists'), await of('records'), await of('media')]
  return oneStamp([{ exact: content, inSeconds: content, isInSeconds: true }, ...files])
}

/** For an unreadable file, its length and time: the reader that needs it for the site reports the problem. */
function bytesStamp(path: string, stats: Stats): string {
  try {
    return sha256Of(path)
  } catch {
    return `unreadable ${lengthAndTime(stats)}`
  }
}

/** The manifest of the last finished crawl; undefined if there is none, or if it is damaged: the current crawl writes a new one. */
export function finishedManifest(folder: string): Manifest | undefined {
  try {
    return manifestSchema.safeParse(JSON.parse(readNow(join(folder, MANIFEST_PATH)) ?? 'null')).data
  } catch {
    return undefined
  }
}

/** What the service keeps private: a site has no links to it. */
async function privateIn(folder: string): Promise<string> {
  const names: string[] = []
  for await (const { name, missing } of readChecked(folder)) if (missing === 'private' && /^(?:guide|wiki) /.test(name)) names.push(name)
  return names.sort().join('\n')
}

const PASSING = new Set(['startedAt', 'finishedAt', 'changedAt', 'mediaVerifiedTo', 'counts', 'refused', 'stored'])

const factsOf = (manifest: Manifest): string =>
  JSON.stringify(
    Object.entries(manifest)
      .filter(([name]) => !PASSING.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

function hasOtherLists(folder: string, kept: ReadonlySet<ListName>): boolean {
  return LIST_NAMES.some((name) => {
    const path = listPath(name)
    if (!kept.has(name)) return existsSync(join(folder, path))
    return existsSync(join(folder, PENDING_FOLDER, path)) && isOther(folder, path)
  })
}

async function hasOtherFiles(folder: string): Promise<boolean> {
  const pending = join(folder, PENDING_FOLDER)
  if (isOther(folder, RECORDS_PATH) || isOther(folder, STALE_PATH) || readNow(join(pending, SWEEP_PATH))) return true
  for await (const path of filesBelow(pending, 'records')) if (isOther(folder, path)) return true
  // A media file that was copied again has changed, or was damaged.
  for await (const path of filesBelow(pending, 'media')) if (path) return true
  return false
}

/** True if a pending file differs from the finished one of the same name: it is neither a hard link to it nor equal. */
function isOther(folder: string, path: string): boolean {
  const [pending, stored] = [join(folder, PENDING_FOLDER, path), join(folder, path)]
  const [a, b] = [pending, stored].map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }))
  if (!a || !b) return a !== b
  if (a.dev === b.dev && a.ino === b.ino) return false
  try {
    return !haveSameBytes(pending, stored)
  } catch {
    return true // unreadable files are replaced
  }
}
