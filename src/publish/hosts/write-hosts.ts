import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Host } from '../../config/building.ts'
import { explainSystem } from '../../errors.ts'
import { htaccess, MAX_TITLES as MAX_OF_APACHE } from './apache.ts'
import { writeBeside } from './beside.ts'
import { caddyFile, MAX_TITLES as MAX_OF_CADDY } from './caddy.ts'
import { HEADERS_FILE, headersFile } from './headers-file.ts'
import type { HostSite } from './host-site.ts'
import { nginxFiles } from './nginx.ts'
import { redirectsFile } from './redirects-file.ts'
import { cloudFrontHeaders, mediaList, s3List } from './s3.ts'

/** Hosts whose files are made of titles, documents and words: see {@link HostSite.addresses}. */
export const needsAddresses = (hosts: readonly Host[]): boolean =>
  hosts.some((host) => /^(?:nginx|caddy|apache|netlify|cloudflare)$/.test(host))

/**
 * Writes what hosts read: into the site's folder, and for servers into the one that will lie next to it. Where none is named, only the headers that many
 * hosts understand. Returns what somebody should know, in sentences.
 */
export async function writeHosts(
  { site: folder, hosts: beside, media }: { site: string; hosts: string; media: string },
  hosts: readonly Host[],
  site: HostSite,
): Promise<string[]> {
  const notes: string[] = []
  const has = (host: Host): boolean => hosts.includes(host)
  const note = (file: string, most: number): void => {
    const left = site.addresses.titles.length - most
    if (left > 0) notes.push(leftOut(left, file))
  }
  const inside: Record<string, string> = {}
  if (hosts.length === 0) inside[HEADERS_FILE] = headersFile(site)
  if (has('netlify') || has('cloudflare')) {
    const { text, left } = redirectsFile(site, { netlify: has('netlify'), cloudflare: has('cloudflare') })
    inside[HEADERS_FILE] = headersFile(site, has('cloudflare') ? 'cloudflare' : 'netlify')
    inside._redirects = text
    if (left > 0) notes.push(leftOut(left, '_redirects'))
  }
  if (has('apache')) {
    inside['.htaccess'] = htaccess(site)
    note('.htaccess', MAX_OF_APACHE)
  }
  if (has('github-pages')) {
    inside['.nojekyll'] = ''
    const domain = site.base === '/' ? ownDomain(site.site) : undefined
    if (domain) inside.CNAME = `${domain}\n`
  }
  const next: Record<string, string> = {}
  if (has('nginx')) {
    const { shared, http, server } = nginxFiles(site)
    Object.assign(next, { 'nginx-shared.conf': shared, 'nginx-http.conf': http, 'nginx-server.conf': server })
  }
  if (has('caddy')) {
    next.Caddyfile = caddyFile(site)
    note('The Caddyfile', MAX_OF_CADDY)
  }
  try {
    for (const [name, text] of Object.entries(inside)) await writeFile(join(folder, name), text)
    if (has('s3') && site.mediaBase) next['s3-media.tsv'] = await mediaList(media, site.mediaBase)
    if (has('s3'))
      Object.assign(next, { 's3.tsv': await s3List(folder, site.base), 'cloudfront-headers.json': cloudFrontHeaders(site.mediaBase) })
    if (Object.keys(next).length > 0) await writeBeside(beside, next)
  } catch (error) {
    throw explainSystem(error, folder)
  }
  return notes
}

const leftOut = (count: number, file: string): string =>
  `${file} has no room for ${count.toLocaleString('en-US')} of the service's addresses with a title: the page "not found" leads from those to their copies.`

/** The domain of one's own that a site stands at; GitHub's own need no word of it. */
function ownDomain(address: string): string | undefined {
  const host = address ? new URL(address).hostname : ''
  return host && !host.endsWith('.github.io') ? host : undefined
}
