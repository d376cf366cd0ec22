import { safetyHeaders } from '../../policy.ts'
import { API_FOLDER } from '../api.ts'
import { IMMUTABLE } from './caching.ts'
import type { HostSite } from './host-site.ts'

/** The file that Netlify, Cloudflare Pages and similar hosts read at the root of a site. */
export const HEADERS_FILE = '_headers'

const CORS = 'Access-Control-Allow-Origin: *'

/**
 * Headers for every file under `base`, and CORS for the API if the site has one. `caching` also sets cache lifetimes: these hosts
 * revalidate all other files.
 */
export function headersFile(
  { base, hasApi, mediaBase }: Pick<HostSite, 'base' | 'hasApi' | 'mediaBase'>,
  caching?: 'netlify' | 'cloudflare',
): string {
  const lines = [`${base}*`, ...Object.entries(safetyHeaders(mediaBase)).map(([name, value]) => `  ${name}: ${value}`)]
  if (hasApi) lines.push(`${base}${API_FOLDER}/*`, `  ${CORS}`)
  if (caching)
    for (const folder of ['_astro', 'media', 'social', ...INDEX]) lines.push(`${base}${folder}/*`, `  Cache-Control: ${IMMUTABLE}`)
  // Cloudflare would merge the two headers.
  if (caching === 'cloudflare') lines.push(`${base}media/*.svg`, '  ! Cache-Control')
  return `${lines.join('\n')}\n`
}

/** Folders of the first index, which is in the service's language, and of titles: only a trailing star means the same on all hosts. */
const INDEX = ['pagefind/fragment', 'pagefind/index', 'pagefind/filter', 'pagefind/titles']
