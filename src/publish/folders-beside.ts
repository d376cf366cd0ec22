import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '../disk/atomic.ts'
import { MARKER } from './marker.ts'
import { notManaged } from './out-lock.ts'

/** The media of a site with `mediaBase` are next to it, with their path at that address: `dist.media/media/3f/….jpg`. */
export const mediaFolderOf = (out: string): string => `${out}.media`
/** Server configuration, which must not be published, is stored next to the site. */
export const hostsFolderOf = (out: string): string => `${out}.hosts`

/**
 * The site that the last build replaced. The next one turns it into the new site: its files are mostly the current ones, by hard links. It
 * may be deleted.
 */
export const previousFolderOf = (out: string): string => `${out}.previous`

/** Creates a folder that the next build recognizes as managed. */
export async function makeManagedFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, MARKER), '{}\n')
}

/** Throws a {@link UsageError} if unmanaged files are where a build into `out` writes those of the hosts, or the media. */
export async function refuseUnmanagedFolders(out: string): Promise<void> {
  const contents = { [hostsFolderOf(out)]: 'the files for hosts', [mediaFolderOf(out)]: 'the media' }
  for (const [path, what] of Object.entries(contents)) {
    const there = await stat(path).catch(ifMissing)
    const names = there?.isDirectory() ? await readdir(path) : there ? [''] : []
    if (names.length > 0 && !names.includes(MARKER)) throw notManaged(path, `a build puts ${what} there`)
  }
}

/** Moves a folder of media next to the site, and an earlier one aside: it has been used for the new one. Does nothing if there is none. */
export async function placeMediaFolder(folder: string, out: string, aside: string): Promise<void> {
  if (!(await stat(folder).catch(ifMissing))) return
  await rename(mediaFolderOf(out), aside).catch(ifMissing)
  await rename(folder, mediaFolderOf(out))
}

/** Moves a folder of hosts' files next to the site, replacing an earlier one. Does nothing if there is none. */
export async function placeHosts(folder: string, out: string): Promise<void> {
  if (!(await stat(folder).catch(ifMissing))) return
  await rm(hostsFolderOf(out), { recursive: true, force: true })
  await rename(folder, hostsFolderOf(out))
}
