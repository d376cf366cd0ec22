import { safetyHeaders } from '../../policy.ts'
import { API_FOLDER } from '../api.ts'
import { IMMUTABLE } from './caching.ts'
import type { HostSite } from './host-site.ts'

/** The file that Netlify, Cloudflare Pages and the like read at the root of a site. */
export const HEADERS_FILE = '_headers'

const CORS = 'Access-Control-Allow-Origin: *'

/** Headers for every file under `base`, and CORS for the API if the site has one. With `caching`, for how long files may be kept: these hosts have all others revalidated. */
export function headersFile(
  { base, hasApi, mediaBase }: Pick<HostSite, 'base' | 'hasApi' | 'mediaBase'>,
  caching?: 'netlify' | 'cloudflare',
): string {
  const lines = [`${base}*`, ...Object.entries(safetyHeaders(mediaBase)).map(([name, value]) => `  ${name}: ${value}`)]
  if (hasApi) lines.push(`${base}${API_FOLDER}/*`, `  ${CORS}`)
  if (caching)
    for (const folder of ['_astro', 'media', 'social', ...INDEX]) lines.push(`${base}${folder}/*`, `  Cache-Control: ${IMMUTABLE}`)
  // Cloudflare would join the two.
  if (caching === 'cloudflare') lines.push(`${base}media/*.svg`, '  ! Cache-Control')
  return `${lines.join('\n')}\n`
}

/** Folders of the first index, which is the service's language, and of titles: only a star at the end means the same on all hosts. */
const INDEX = ['pagefind/fragment', 'pagefind/index', 'pagefind/filter', 'pagefind/titles']
