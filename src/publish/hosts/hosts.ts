import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Host } from '../../config/building.ts'
import { ifMissing } from '../../disk/atomic.ts'
import { explainSystem } from '../../errors.ts'
import { hostsFolderOf, makeManagedFolder } from '../folders-beside.ts'
import { htaccess, MAX_TITLES as MAX_OF_APACHE } from './apache.ts'
import { caddyFile, MAX_TITLES as MAX_OF_CADDY } from './caddy.ts'
import { HEADERS_FILE, headersFile, redirectsFile } from './redirects-file.ts'
import type { Files, HostSite } from './host-site.ts'
import { nginxFiles } from './nginx.ts'
import { cloudFrontHeaders, s3List } from './s3.ts'

/** The limits of a host according to its documentation; bytes are of uncompressed files. */
export interface Limits {
  /** The host's name for use in a sentence. */
  name: string
  files?: number
  fileBytes?: number
  /** The number of files and folders in one folder. */
  entries?: number
  bytes?: number
}

/** The files generated for a host. */
interface HostFormat {
  /** True for files that contain titles, documents and words: see {@link HostSite.addresses}. */
  needsAddresses?: true
  limits?: Limits
  /** Files inside the site, given all hosts that it is built for. */
  inside?: (site: HostSite, hosts: readonly Host[]) => HostFiles
  /** Files next to the site, written after those inside. `folders` are those of the site and its media. */
  beside?: (site: HostSite, folders: { site: string; media: string }) => HostFiles | Promise<HostFiles>
}

interface HostFiles {
  files: Files
  /** The file that cannot contain all of the service's addresses, and the number left out. */
  leftOut?: readonly [file: string, count: number]
}

const MIB = 1024 * 1024

const beyond = (file: string, { addresses }: HostSite, most: number) => [file, addresses.titles.length - most] as const

function redirects(site: HostSite, hosts: readonly Host[]): HostFiles {
  const isFor = { netlify: hosts.includes('netlify'), cloudflare: hosts.includes('cloudflare') }
  const { text, left } = redirectsFile(site, isFor)
  const headers = headersFile(site, isFor.cloudflare ? 'cloudflare' : 'netlify')
  return { files: { [HEADERS_FILE]: headers, _redirects: text }, leftOut: ['_redirects', left] }
}

/** All hosts of the option `target`. A new one is also named in config/building.ts, docs/hosting.md and test/hosts/. */
export const HOST_FORMATS: Readonly<Record<Host, HostFormat>> = {
  nginx: { needsAddresses: true, beside: (site) => ({ files: nginxFiles(site) }) },
  caddy: {
    needsAddresses: true,
    beside: (site) => ({ files: { Caddyfile: caddyFile(site) }, leftOut: beyond('The Caddyfile', site, MAX_OF_CADDY) }),
  },
  apache: {
    needsAddresses: true,
    inside: (site) => ({ files: { '.htaccess': htaccess(site) }, leftOut: beyond('.htaccess', site, MAX_OF_APACHE) }),
  },
  netlify: { needsAddresses: true, limits: { name: 'Netlify', entries: 54_000 }, inside: redirects },
  cloudflare: { needsAddresses: true, limits: { name: 'Cloudflare Pages', files: 20_000, fileBytes: 25 * MIB }, inside: redirects },
  'github-pages': {
    limits: { name: 'GitHub Pages', fileBytes: 100 * MIB, bytes: 1000 * 1000 * 1000 },
    inside: (site) => ({ files: { '.nojekyll': '', ...domainFile(site) } }),
  },
  s3: {
    beside: async (site, folders) => ({
      files: {
        ...(site.mediaBase && { 's3-media.tsv': await s3List(folders.media, new URL(site.mediaBase).pathname) }),
        's3.tsv': await s3List(folders.site, site.base),
        'cloudfront-headers.json': cloudFrontHeaders(site.mediaBase),
      },
    }),
  },
  none: {},
}

/** A site's custom domain; GitHub's own domains need no file. */
function domainFile({ base, site }: HostSite): Files {
  const host = base === '/' && site ? new URL(site).hostname : ''
  return host && !host.endsWith('.github.io') ? { CNAME: `${host}\n` } : {}
}

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
export async function writeHosts(folders: { site: string; hosts: string; media: string }, hosts: readonly Host[], site: HostSite) {
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
