import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { linked } from '../../disk/link.ts'
import { isMissing } from '../../disk/atomic.ts'
import { COLOURS_PATH } from '../layout.ts'
import { mediaFileOf, ownMediaFile } from './stored-media.ts'

/** Gives another cache a media file of this one (`media/3f/….jpg`) under the same name: a second name of the file, or a copy on another disk. */
export async function shareMedia(from: string, to: string, file: string): Promise<void> {
  const source = ownMediaFile(from, file)
  const target = mediaFileOf(to, file)
  await mkdir(dirname(target), { recursive: true })
  if (source !== undefined && !(await linked(source, target))) await copyFile(source, target)
}

/** Gives another cache the colours of this one's pictures. */
export async function shareColours(from: string, to: string): Promise<void> {
  await copyFile(join(from, COLOURS_PATH), join(to, COLOURS_PATH)).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}
