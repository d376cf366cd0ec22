import { rename, stat } from 'node:fs/promises'
import { ifMissing } from '../disk/atomic.ts'
import { refuseUnmanagedFolder } from './managed-folder.ts'

/** The media of a site with `mediaBase` are next to it, with their path at that address: `dist.media/media/3f/….jpg`. */
export const mediaFolderOf = (out: string): string => `${out}.media`

/** Throws a UsageError if unmanaged files are where a build into `out` writes the media. */
export const refuseUnmanagedMedia = (out: string): Promise<void> => refuseUnmanagedFolder(mediaFolderOf(out), 'the media')

/** Moves a folder of media next to the site, and an earlier one aside: it has been used for the new one. Does nothing if there is none. */
export async function placeMediaFolder(folder: string, out: string, aside: string): Promise<void> {
  if (!(await stat(folder).catch(ifMissing))) return
  await rename(mediaFolderOf(out), aside).catch(ifMissing)
  await rename(folder, mediaFolderOf(out))
}
