import { constants, copyFileSync, linkSync, statSync, utimesSync } from 'node:fs'
import { copyFile, link, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing } from './atomic.ts'

const SHORT_BYTES = 1_000_000

/** Copies a file with its times: a clone, if the file system supports that. For a short file the thread pool costs more than the copy. */
export async function copyWithTimes(from: string, to: string): Promise<void> {
  const { atime, mtime, size } = statSync(from)
  if (size < SHORT_BYTES) copyFileSync(from, to, constants.COPYFILE_FICLONE)
  else await copyFile(from, to, constants.COPYFILE_FICLONE)
  utimesSync(to, atime, mtime)
}

/** Creates a hard link. False if the file system, or another disk, does not support it. */
export const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  )

/** Creates a hard link, or a copy with the same times if the file system has no links, or no more for this file. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (isMissing(error)) throw error
    copyFileSync(from, to)
    const { atime, mtime } = statSync(from)
    utimesSync(to, atime, mtime)
  }
}

/** Copies files into a site: from their sources to their paths relative to the site's root. */
export async function placeFiles(files: readonly { from: string; to: string }[], site: string): Promise<void> {
  for (const { from, to } of files) {
    const target = join(site, to)
    await mkdir(dirname(target), { recursive: true })
    await copyFile(from, target)
  }
}
