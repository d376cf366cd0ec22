import { readFileSync, statSync } from 'node:fs'
import { stat, utimes, writeFile } from 'node:fs/promises'
import { isMissing } from '../disk/atomic.ts'
import { MAX_SVG_BYTES, rebuildSvg } from '../svg/rebuild.ts'
import { linked } from '../disk/copy.ts'

/** SVG is the only image format that can run code, if it is opened directly from a host that sends no headers. */
export const isDrawing = (file: string): boolean => file.endsWith('.svg')

/**
 * Rewrites an SVG of the cache from an allow-list into the site, with its times; reuses the previous site's file if that is equal. A file
 * that is not an SVG is left out, for the check to find.
 */
export async function placeDrawing(from: string, before: string, to: string): Promise<void> {
  const drawing = rebuilt(from)
  if (drawing === undefined || (textOf(before) === drawing && (await linked(before, to)))) return
  await writeFile(to, drawing)
  const { atime, mtime } = await stat(from)
  await utimes(to, atime, mtime)
}

/** True if an SVG of a site is still as a build wrote it. */
export const isAsPlaced = (path: string): boolean => rebuilt(path) === textOf(path)

function rebuilt(path: string): string | undefined {
  return statSync(path).size > MAX_SVG_BYTES ? undefined : rebuildSvg(readFileSync(path))?.svg
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
