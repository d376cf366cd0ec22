import { constants, statSync, utimesSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'

/** Copies a file with its times: whoever writes to one does not write to the other. Where the file system can, both share their bytes until then. */
export async function copyWithTimes(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const { atime, mtime } = statSync(from)
  utimesSync(to, atime, mtime)
}
