import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Host } from '../../config/building.ts'
import { ifMissing } from '../../disk/atomic.ts'
import { explainSystem } from '../../errors.ts'
import { hostsFolderOf, makeManagedFolder } from '../folders-beside.ts'
import { HEADERS_FILE, headersFile } from './redirects-file.ts'
import type { Files, HostSite } from './host-site.ts'
import { HOST_FORMATS, type HostFiles } from './hosts.ts'

/** True for hosts whose files contain titles, documents and words: see {@link HostSite.addresses}. */
export const needsAddresses = (hosts: readonly Host[]): boolean => hosts.some((host) => HOST_FORMATS[host].needsAddresses)

/** True for hosts whose files are next to the site. */
export const hasFilesBeside = (hosts: readonly Host[]): boolean => hosts.some((host) => HOST_FORMATS[host].beside)

/** True if the site has the folder of host files, or needs none for these hosts. */
export const hasHostFiles = async (out: string, hosts: readonly Host[]): Promise<boolean> =>
  !hasFilesBeside(hosts) || (await stat(hostsFolderOf(out)).catch(ifMissing)) !== undefined

/**
 * Writes the hosts' files: into the site's folder, and for servers into the one that is moved next to it. Without a host, only the headers
 * that many hosts support. Returns notes for the operator, as sentences.
 */
export async function writeHosts(
  folders: { site: string; hosts: string; media: string },
  hosts: readonly Host[],
  site: HostSite,
): Promise<string[]> {
  const formats = hosts.map((host) => HOST_FORMATS[host])
  const inside: HostFiles[] = formats.flatMap((format) => format.inside?.(site, hosts) ?? [])
  if (hosts.length === 0) inside.push({ files: { [HEADERS_FILE]: headersFile(site) } })
  const beside: HostFiles[] = []
  try {
    for (const [name, text] of Object.entries(merged(inside))) await writeFile(join(folders.site, name), text)
    for (const format of formats) if (format.beside) beside.push(await format.beside(site, folders))
    if (beside.length > 0) await makeManagedFolder(folders.hosts)
    for (const [name, text] of Object.entries(merged(beside))) await writeFile(join(folders.hosts, name), text)
  } catch (error) {
    throw explainSystem(error, folders.site)
  }
  const leftOut = new Map([...inside, ...beside].flatMap((made) => (made.leftOut ? [made.leftOut] : [])))
  return [...leftOut].filter(([, count]) => count > 0).map(([file, count]) => noteOf(file, count))
}

const merged = (made: readonly HostFiles[]): Files => Object.assign({}, ...made.map(({ files }) => files)) as Files

const noteOf = (file: string, count: number): string =>
  `${file} has no room for ${count.toLocaleString('en-US')} of the service's addresses with a title: the page "not found" leads from those to their copies.`
