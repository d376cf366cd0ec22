import { constants, statSync, utimesSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'

/** Copies a file with its times, as an independent copy. If the file system supports it, both share their blocks until one is written. */
export async function copyWithTimes(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const { atime, mtime } = statSync(from)
  utimesSync(to, atime, mtime)
}
