import { constants, mkdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { copyFile, link, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eachOf } from '../disk/each-of.ts'
import { isMissing } from '../disk/atomic.ts'
import { hasItsLength, isDamaged } from '../cache/media/media-damage.ts'
import { ownMediaFile } from '../cache/media/stored-media.ts'
import { haveSameBytes } from '../disk/same-bytes.ts'
import { isSameTime } from '../disk/stamp.ts'
import { explainSystem } from '../errors.ts'
import { copyWithTimes, linked } from '../disk/copy.ts'
import { isOwnPath } from '../disk/own-path.ts'
import { mayRead, readNow } from '../disk/read.ts'
import { mediaInCache } from '../routes/divided.ts'
import { MAX_SVG_BYTES, rebuildSvg } from '../svg/rebuild.ts'

const COPIES_AT_ONCE = 16
const IF_THERE = { throwIfNoEntry: false } as const

export interface MediaHooks {
  signal?: AbortSignal
  onProgress?: (progress: { stage: 'media'; done: number; known: number }) => void
}

/** The media files that a text of the site references, relative to the site's root, such as `media/3f/….jpg`; each once. */
export function mediaIn(text: string): string[] {
  const paths = new Set(text.match(/(?<=\/)media\/[0-9a-f]{2}\/(?:[0-9a-f]{2}\/)?[\w-]+\.\w+/g))
  return Array.from(paths, copied)
}

/** A substring keeps the whole text in memory; a copy does not. */
const copied = (part: string): string => Buffer.from(part, 'latin1').toString('latin1')

/** True for the path of a media file, relative to the root of a site. */
export const isMediaFile = (file: string): boolean => file.startsWith('media/')

export interface MediaPlaces {
  cache: string
  /** The previous site, which may be missing. */
  before: string
  site: string
  /** Called for a file that the previous site has unchanged, instead of creating it. */
  onKept?: (file: string) => void
}

/**
 * Puts media files of a cache into a new site. A file that the previous site has unchanged is kept, or hard-linked; others are cloned if
 * the file system supports that, otherwise copied, with the cache's times, so writing to a site never writes to its cache. With `link` they
 * are hard links to the cache. SVG is rewritten (see {@link placeDrawing}). A file that the cache does not have is left out, for the check to find.
 *
 * Returns the damaged files of the cache, and those that this user may not read: the length of every file is checked, and the bytes of
 * those that the previous site does not have. For such a file the site gets the previous site's copy, or else the file as it is.
 */
export async function placeMedia(places: MediaPlaces, files: ReadonlySet<string>, options: MediaHooks & { link?: boolean } = {}) {
  const { link: asLinks = false, signal, onProgress } = options
  const damaged: string[] = []
  const folders = new Set<string>()
  let done = 0
  await eachOf(files, COPIES_AT_ONCE, async (file) => {
    signal?.throwIfAborted()
    const to = join(places.site, file)
    try {
      const folder = dirname(to)
      if (!folders.has(folder)) mkdirSync(folder, { recursive: true })
      folders.add(folder)
      const from = ownMediaFile(places.cache, mediaInCache(file))
      // A symbolic link in the previous site is not carried over; the new site has no file at this path yet.
      const before = join(isOwnPath(places.before, file) ? places.before : places.site, file)
      const reuse = async (): Promise<boolean> => {
        if (!places.onKept) return linked(before, to)
        places.onKept(file)
        return true
      }
      if (from !== undefined && !(await place({ from, before, to, reuse }, asLinks))) damaged.push(file)
    } catch (error) {
      if (!isMissing(error)) throw explainSystem(error, to)
    }
    onProgress?.({ stage: 'media', done: ++done, known: files.size })
  })
  return damaged.sort()
}

/** False if a file is damaged or unreadable. Only bytes move asynchronously: for many small files a turn costs more than the call. */
async function place(media: MediaPlace, asLink: boolean): Promise<boolean> {
  const { from, before, to, reuse } = media
  try {
    const likeness = isDrawing(from) ? undefined : likenessOf(before, from)
    const isUnchanged = likeness === (asLink ? 'same file' : 'same time') && hasItsLength(from)
    if (!isUnchanged && isDamaged(from)) return await placeDamaged(media)
    if (isDrawing(from)) await placeDrawing(media)
    else if (likeness !== undefined && (asLink ? isUnchanged : likeness !== 'same file') && (await reuse())) return true
    // A copy, if the file system has no hard links.
    else if (asLink) await link(from, to).catch((error: unknown) => (isMissing(error) ? undefined : copyWithTimes(from, to)))
    else await copyWithTimes(from, to)
    return true
  } catch (error) {
    if (mayRead(from)) throw error
    return placeDamaged(media)
  }
}

/** A time other than the cache file's, so that the next build verifies the file again. */
async function placeDamaged(media: MediaPlace): Promise<false> {
  const { from, before, to, reuse } = media
  const isWhole = statSync(before, IF_THERE)?.isFile() && isSpoilt(before) === false
  if (isWhole && !(await reuse())) await copyWithTimes(before, to)
  if (isWhole || !mayRead(from)) return false
  if (isDrawing(from)) await placeDrawing(media)
  else {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    utimesSync(to, 0, 0)
  }
  return false
}

/** How two files compare; `same file` is one under two names. */
function likenessOf(path: string, original: string): 'same file' | 'same time' | 'same bytes' | undefined {
  const [existing, source] = [statSync(path, IF_THERE), statSync(original)]
  if (!existing?.isFile() || existing.size !== source.size) return undefined
  if (existing.ino === source.ino && existing.dev === source.dev) return 'same file'
  if (isNear(existing.mtimeMs, source.mtimeMs)) return 'same time'
  return haveSameBytes(path, original) ? 'same bytes' : undefined
}

/** Times are set in whole milliseconds, and either file may come from an archive. */
const isNear = (aMs: number, bMs: number): boolean => Math.abs(aMs - bMs) < 1 || isSameTime(aMs, bMs) || isSameTime(bMs, aMs)

/** SVG is the only image format that can run code, if it is opened directly from a host that sends no headers. */
export const isDrawing = (file: string): boolean => file.endsWith('.svg')

/** A file of the cache, of the previous site and of the new one; `reuse` takes the second for the third, and returns false if it can't. */
interface MediaPlace {
  from: string
  before: string
  to: string
  reuse: () => Promise<boolean>
}

/** Rewrites an SVG of the cache into the site, with its times, or reuses the previous site's equal file. What is no SVG is left out. */
async function placeDrawing({ from, before, to, reuse }: MediaPlace): Promise<void> {
  const drawing = rebuilt(from)
  if (drawing === undefined || (readNow(before) === drawing && (await reuse()))) return
  await writeFile(to, drawing)
  const { atime, mtime } = await stat(from)
  await utimes(to, atime, mtime)
}

/** True for a media file of a site whose content does not match its name, or an SVG not as built; undefined if the name has no digest. */
export const isSpoilt = (path: string): boolean | undefined => (isDrawing(path) ? rebuilt(path) !== readNow(path) : isDamaged(path))

const rebuilt = (path: string): string | undefined =>
  statSync(path).size > MAX_SVG_BYTES ? undefined : rebuildSvg(readFileSync(path))?.svg
