import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Host } from '../../config/building.ts'
import { ifMissing } from '../../disk/atomic.ts'
import { makeManagedFolder, refuseUnmanagedFolder } from '../managed-folder.ts'
import { HOST_FORMATS } from './hosts.ts'

/** Server configuration, which must not be published, is stored next to the site. */
export const hostsFolderOf = (out: string): string => `${out}.hosts`

/** True for hosts whose files are next to the site. */
export const hasFilesBeside = (hosts: readonly Host[]): boolean => hosts.some((host) => HOST_FORMATS[host].beside)

/** True if the site has the folder of host files, or needs none for these hosts. */
export const hasHostFiles = async (out: string, hosts: readonly Host[]): Promise<boolean> =>
  !hasFilesBeside(hosts) || (await stat(hostsFolderOf(out)).catch(ifMissing)) !== undefined

/** Throws a UsageError if unmanaged files are where a build into `out` writes those of the hosts. */
export const refuseUnmanagedHosts = (out: string): Promise<void> => refuseUnmanagedFolder(hostsFolderOf(out), 'the files for hosts')

/** Writes files into a folder that {@link placeHosts} moves next to the site. */
export async function writeBeside(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await makeManagedFolder(folder)
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

/** Moves such a folder next to the site, replacing an earlier one. Does nothing if there is none. */
export async function placeHosts(folder: string, out: string): Promise<void> {
  if (!(await stat(folder).catch(ifMissing))) return
  await rm(hostsFolderOf(out), { recursive: true, force: true })
  await rename(folder, hostsFolderOf(out))
}
