import { lstatSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { linked } from '../../disk/copy.ts'
import { isOwnPath } from '../../disk/own-path.ts'

/** The path of a media file on this machine, by its path in the cache (`media/3f/….jpg`), whether it exists or not. */
export const mediaFileOf = (folder: string, file: string): string => join(folder, file)

/** {@link mediaFileOf} of an existing file; undefined if there is none, or if the path contains a symbolic link. */
export function ownMediaFile(folder: string, file: string): string | undefined {
  const path = mediaFileOf(folder, file)
  return isOwnPath(folder, file) && lstatSync(path, { throwIfNoEntry: false })?.isFile() ? path : undefined
}

/** Hard-links a media file of this cache (`media/3f/….jpg`) into another cache, or copies it to another disk. */
export async function shareMedia(from: string, to: string, file: string): Promise<void> {
  const source = ownMediaFile(from, file)
  const target = mediaFileOf(to, file)
  await mkdir(dirname(target), { recursive: true })
  if (source !== undefined && !(await linked(source, target))) await copyFile(source, target)
}
