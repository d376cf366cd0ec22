import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Host } from '../../config/building.ts'
import { explainSystem } from '../../errors.ts'
import { writeBeside } from './beside.ts'
import { HEADERS_FILE, headersFile } from './headers-file.ts'
import type { HostSite } from './host-site.ts'
import { type Files, HOST_FORMATS, type HostFiles } from './hosts.ts'

/** True for hosts whose files contain titles, documents and words: see {@link HostSite.addresses}. */
export const needsAddresses = (hosts: readonly Host[]): boolean => hosts.some((host) => HOST_FORMATS[host].needsAddresses)

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
    if (beside.length > 0) await writeBeside(folders.hosts, merged(beside))
  } catch (error) {
    throw explainSystem(error, folders.site)
  }
  const leftOut = new Map([...inside, ...beside].flatMap((made) => (made.leftOut ? [made.leftOut] : [])))
  return [...leftOut].filter(([, count]) => count > 0).map(([file, count]) => noteOf(file, count))
}

const merged = (made: readonly HostFiles[]): Files => Object.assign({}, ...made.map(({ files }) => files)) as Files

const noteOf = (file: string, count: number): string =>
  `${file} has no room for ${count.toLocaleString('en-US')} of the service's addresses with a title: the page "not found" leads from those to their copies.`
