import { rename, stat } from 'node:fs/promises'
import { ifMissing } from '../disk/atomic.ts'
import { refuseUnmanagedFolder } from './managed-folder.ts'

/** What a site with `mediaBase` shows from there lies next to it, with the path that it has there: `dist.media/media/3f/….jpg`. */
export const mediaFolderOf = (out: string): string => `${out}.media`

/** Throws a UsageError if somebody's own files are where a build into `out` puts the media. */
export const refuseForeignMedia = (out: string): Promise<void> => refuseUnmanagedFolder(mediaFolderOf(out), 'the media')

/** Puts a folder of media next to the site, and an earlier one aside: the media of that are in it, as far as pages name them. Without one it does nothing. */
export async function placeMediaFolder(folder: string, out: string, aside: string): Promise<void> {
  if (!(await stat(folder).catch(ifMissing))) return
  await rename(mediaFolderOf(out), aside).catch(ifMissing)
  await rename(folder, mediaFolderOf(out))
}
