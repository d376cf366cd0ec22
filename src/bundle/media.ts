import { constants, readFileSync, type Stats } from 'node:fs'
import { copyFile, link, lstat, mkdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { isMissing } from '../cache/atomic.ts'
import { filesBelow } from '../cache/files-below.ts'
import { haveSameBytes } from '../cache/same-bytes.ts'
import { explainSystem } from '../errors.ts'
import { isDrawing, placeDrawing } from './drawing.ts'
import { linked } from './link.ts'
import { isOwnPath } from './own-path.ts'

const COPIES_AT_ONCE = 16

interface MediaHooks {
  signal?: AbortSignal
  onProgress?: (progress: { stage: 'media'; done: number; known: number }) => void
}

/** The media files that the pages of a site name, as paths below its root such as `media/3f/….jpg`. */
export async function mediaOfPages(outDir: string): Promise<Set<string>> {
  const media = new Set<string>()
  for await (const file of filesBelow(outDir)) {
    if (file.endsWith('.html')) for (const path of mediaIn(readFileSync(join(outDir, file), 'utf8'))) media.add(path)
  }
  return media
}

/** The media files that a text of the site names. */
export function mediaIn(text: string): string[] {
  return text.match(/(?<=\/)media\/[0-9a-f]{2}\/[\w-]+\.\w+/g) ?? []
}

/** True for the path of a media file, below the root of a site. */
export const isMediaFile = (file: string): boolean => file.startsWith('media/')

export interface MediaPlaces {
  cache: string
  /** The site of before, which may be missing. */
  before: string
  site: string
}

/**
 * Puts media files of a cache into a new site. One that the site of before has, equal, becomes a second name of that; others are cloned where
 * the file system can do that, else copied, with the cache's times: nobody who writes to a site writes to its cache. With `link` they are
 * second names of the cache's own. Drawings are made anew (see drawing.ts). A file that the cache does not hold is left out, for the check to find.
 */
export async function placeMedia(
  places: MediaPlaces,
  files: ReadonlySet<string>,
  { link: asLinks = false, signal, onProgress }: MediaHooks & { link?: boolean } = {},
): Promise<void> {
  const limit = pLimit(COPIES_AT_ONCE)
  const place = asLinks ? linkFile : placeFile
  let done = 0
  const placed = Array.from(files, (file) =>
    limit(async () => {
      signal?.throwIfAborted()
      const to = join(places.site, file)
      try {
        await mkdir(dirname(to), { recursive: true })
        const from = join(places.cache, file)
        const put = isDrawing(file) ? placeDrawing : place
        // Where a link stands in the site of before, nothing is taken over: in the new one is nothing yet.
        const before = join(isOwnPath(places.before, file) ? places.before : places.site, file)
        if (isOwnPath(places.cache, file) && (await lstat(from)).isFile()) await put(from, before, to)
      } catch (error) {
        if (!isMissing(error)) throw explainSystem(error, to)
      }
      onProgress?.({ stage: 'media', done: ++done, known: files.size })
    }),
  )
  await Promise.all(placed)
}

/** A copy where the file system has no such links. */
async function linkFile(from: string, _before: string, to: string): Promise<void> {
  await link(from, to).catch((error: unknown) => (isMissing(error) ? undefined : copyWithTimes(from, to)))
}

async function placeFile(from: string, before: string, to: string): Promise<void> {
  if (!(await isCopyOf(before, from)) || !(await linked(before, to))) await copyWithTimes(from, to)
}

/** True for an equal file that is not the cache's own under another name. */
async function isCopyOf(path: string, original: string): Promise<boolean> {
  const [ours, theirs] = await Promise.all([stat(path).catch(ifMissing), stat(original)])
  if (!ours?.isFile() || ours.size !== theirs.size || (ours.ino === theirs.ino && ours.dev === theirs.dev)) return false
  return isSameTime(ours, theirs) || haveSameBytes(path, original)
}

/** Times are set in whole milliseconds. */
const isSameTime = (a: Stats, b: Stats): boolean => Math.abs(a.mtimeMs - b.mtimeMs) < 1

async function copyWithTimes(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const { atime, mtime } = await stat(from)
  await utimes(to, atime, mtime)
}

function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
