import { safetyHeaders } from '../../policy.ts'
import { API_FOLDER } from '../api.ts'
import { IMMUTABLE } from './caching.ts'
import { type HostSite, MADE_BY } from './host-site.ts'
import { capitalised, idRules, isWritable, targetOf, titleRules } from './patterns.ts'

/** Cloudflare Pages' limits; the size is what Netlify and Cloudflare parse quickly. */
const LIMITS = { rules: 2000, line: 1000, bytes: 100 * 1024 }

/** The file `_redirects`, and the number of omitted titles: the page "not found" redirects those. */
export function redirectsFile(site: HostSite, hosts: { netlify: boolean; cloudflare: boolean }): { text: string; left: number } {
  const { base, addresses, languages } = site
  const dynamic = idRules(addresses).flatMap(({ words, isGuide, folder }) =>
    words.flatMap((word) => {
      const from = `${base}${pathText(capitalised(word))}/${isGuide ? ':title/' : ''}:id`
      const to = `${base}${folder.slice(1)}:id/`
      return [`${from} ${to} 301`, `${from}/* ${to} 301`]
    }),
  )
  const documents = Array.from(addresses.documents, ([guid, path]) => `${base}Document/${pathText(guid)}/* ${targetOf(base, path)} 301`)
  dynamic.push(...documents.slice(0, 100 - dynamic.length))
  // Cloudflare has no such rule, and uses the nearest 404.html automatically.
  const missing = hosts.cloudflare ? [] : languages.map((lang) => `${base}${lang}/* ${base}${lang}/404.html 404`)
  const last = [...dynamic, ...missing, ''].join('\n')
  const first: string[] = [`# ${MADE_BY} ${hosts.netlify ? 'Netlify' : 'Cloudflare Pages'}.`]
  let bytes = Buffer.byteLength(`${first.join('')}\n${last}`)
  const led = new Set<string>()
  for (const { rule, path } of titleLines(site)) {
    if (rule.length > LIMITS.line) continue
    bytes += rule.length + 1
    if (first.length > LIMITS.rules || bytes > LIMITS.bytes) break
    first.push(rule)
    led.add(path)
  }
  const all = new Set(addresses.titles.map(({ path }) => path))
  return { text: `${first.join('\n')}\n${last}`, left: all.size - led.size }
}

/** A rule for each title in the service's spelling, then for its other spellings. */
function* titleLines({ base, addresses }: HostSite): Generator<{ rule: string; path: string }> {
  const rules = new Map(titleRules(addresses).map((rule) => [rule.kind, rule]))
  const written = new Set<string>()
  const words = Math.max(0, ...Array.from(rules.values(), (rule) => rule.words.length))
  for (let word = 0; word < words; word++)
    for (const space of ['_', '+'])
      for (const { kind, title, path } of addresses.titles) {
        const first = rules.get(kind)?.words[word]
        if (first === undefined || !isWritable(title)) continue
        const from = `${base}${capitalised(first)}/${pathText(title, space)}`
        if (written.has(from)) continue
        written.add(from)
        yield { rule: `${from} ${base}${path.slice(1)} 301`, path }
      }
  for (const [name, path] of addresses.pages) {
    const from = Array.from(name.slice(1).split('/'), (part) => pathText(part)).join('/')
    if (isWritable(name)) yield { rule: `${base}${from} ${base}${path.slice(1)} 301`, path }
  }
}

/** A text escaped for the path of an address; stars and colons would be patterns. */
const pathText = (text: string, space = '+'): string => encodeURIComponent(text).replaceAll('*', '%2A').replaceAll('%20', space)

/** The file that Netlify, Cloudflare Pages and similar hosts read at the root of a site. */
export const HEADERS_FILE = '_headers'

const CORS = 'Access-Control-Allow-Origin: *'

/** Headers for every file under `base`, CORS for the API, and with `caching` cache lifetimes: these hosts revalidate all other files. */
export function headersFile({ base, hasApi, mediaBase }: HostSite, caching?: 'netlify' | 'cloudflare'): string {
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
