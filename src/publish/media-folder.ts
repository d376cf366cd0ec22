import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../disk/atomic.ts'
import { UsageError } from '../errors.ts'
import { MARKER } from './marker.ts'

/** What a site with `mediaBase` shows from there lies next to it, with the path that it has there: `dist.media/media/3f/….jpg`. */
export const mediaFolderOf = (out: string): string => `${out}.media`

/** Throws a {@link UsageError} if somebody's own files are where a build into `out` puts the media. */
export async function refuseForeignMedia(out: string): Promise<void> {
  const path = mediaFolderOf(out)
  const there = await stat(path).catch(ifMissing)
  if (!there) return
  const names = there.isDirectory() ? await readdir(path) : ['']
  if (names.length === 0 || names.includes(MARKER)) return
  throw new UsageError(`${path} was not made by Benchbook, and a build puts the media there. Move it away, or name another \`out\`.`, {
    code: 'ERR_OUT_FOREIGN',
    option: 'out',
    path,
  })
}

/** Makes the folder that {@link placeMediaFolder} moves next to the site. */
export async function makeMediaFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, MARKER), '{}\n')
}

/** Puts such a folder next to the site, and an earlier one aside: the media of that are in it, as far as pages name them. Without one it does nothing. */
export async function placeMediaFolder(folder: string, out: string, aside: string): Promise<void> {
  if (!(await stat(folder).catch(ifMissing))) return
  await rename(mediaFolderOf(out), aside).catch(ifMissing)
  await rename(folder, mediaFolderOf(out))
}

function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
