import { copyFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { linked } from '../../disk/copy.ts'
import { mediaFileOf, ownMediaFile } from './stored-media.ts'

/** Hard-links a media file of this cache (`media/3f/….jpg`) into another cache, or copies it to another disk. */
export async function shareMedia(from: string, to: string, file: string): Promise<void> {
  const source = ownMediaFile(from, file)
  const target = mediaFileOf(to, file)
  await mkdir(dirname(target), { recursive: true })
  if (source !== undefined && !(await linked(source, target))) await copyFile(source, target)
}
