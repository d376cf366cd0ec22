import { readFileSync, statSync } from 'node:fs'
import { stat, utimes, writeFile } from 'node:fs/promises'
import { isDamaged } from '../cache/media/media-damage.ts'
import { readNow } from '../disk/read.ts'
import { MAX_SVG_BYTES, rebuildSvg } from '../svg/rebuild.ts'

/** SVG is the only image format that can run code, if it is opened directly from a host that sends no headers. */
export const isDrawing = (file: string): boolean => file.endsWith('.svg')

/** A file of the cache, of the previous site and of the new one; `reuse` takes the second for the third, and returns false if it can't. */
export interface MediaPlace {
  from: string
  before: string
  to: string
  reuse: () => Promise<boolean>
}

/** Rewrites an SVG of the cache into the site, with its times, or reuses the previous site's equal file. What is no SVG is left out. */
export async function placeDrawing({ from, before, to, reuse }: MediaPlace): Promise<void> {
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
