import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '../disk/atomic.ts'
import { UsageError } from '../errors.ts'
import { MARKER } from './marker.ts'

/** Throws a {@link UsageError} if unmanaged files are in a folder next to the site, where a build writes `what`. */
export async function refuseUnmanagedFolder(path: string, what: string): Promise<void> {
  const there = await stat(path).catch(ifMissing)
  if (!there) return
  const names = there.isDirectory() ? await readdir(path) : ['']
  if (names.length === 0 || names.includes(MARKER)) return
  throw new UsageError(`${path} was not made by Benchbook, and a build puts ${what} there. Move it away, or name another \`out\`.`, {
    code: 'ERR_OUT_FOREIGN',
    option: 'out',
    path,
  })
}

/** Creates a folder that the next build recognizes as managed. */
export async function makeManagedFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, MARKER), '{}\n')
}
