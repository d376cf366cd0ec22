import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../../disk/atomic.ts'
import { isOwnPath } from '../../disk/own-path.ts'

/** Where a media file of a cache lies on this machine, by its path in the cache (`media/3f/….jpg`), whether it is there or not. */
export const mediaFileOf = (folder: string, file: string): string => join(folder, file)

/** {@link mediaFileOf} of a file that is there; undefined for none, and for what is a link or lies behind one. */
export async function ownMediaFile(folder: string, file: string): Promise<string | undefined> {
  const path = mediaFileOf(folder, file)
  try {
    return isOwnPath(folder, file) && (await lstat(path)).isFile() ? path : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
