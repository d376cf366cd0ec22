import { readFileSync, statSync } from 'node:fs'
import { stat, utimes, writeFile } from 'node:fs/promises'
import { isMissing } from '../disk/atomic.ts'
import { MAX_SVG_BYTES, rebuildSvg } from '../svg/rebuild.ts'
import { linked } from '../disk/link.ts'

/** SVG is the one kind of picture that can act: a host that sends no headers would let it, when somebody opens it by itself. */
export const isDrawing = (file: string): boolean => file.endsWith('.svg')

/**
 * Puts a drawing of the cache into the site, made anew out of what only draws, with its times; the file of the site of before, where that is
 * equal. What is no drawing is left out, for the check to find.
 */
export async function placeDrawing(from: string, before: string, to: string): Promise<void> {
  const drawing = rebuilt(from)
  if (drawing === undefined || (textOf(before) === drawing && (await linked(before, to)))) return
  await writeFile(to, drawing)
  const { atime, mtime } = await stat(from)
  await utimes(to, atime, mtime)
}

/** True for a drawing of a site that is still as a build puts it there. */
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
