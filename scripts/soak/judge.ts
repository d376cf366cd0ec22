import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { extname, join } from 'node:path'
import { Parser } from 'htmlparser2'
import { openCache } from '../../src/cache/reader.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { isSpoilt } from '../../src/publish/media.ts'
import { serveSite } from '../../src/publish/serve.ts'
import { startService } from '../../src/replica/http/server.ts'
import { API } from './site.ts'

/** The extensions of what a browser opens as a page. A PDF is restricted by browsers. */
const PAGES = /^\.(x?html?|xht|svgz?|xml|xslt?|mml|mathml|js|mjs)$/
const ACTIVE_ELEMENTS =
  /^(script|iframe|frame|object|embed|applet|base|form|link|meta|style|portal|template|svg|math|noscript|input|button)$/
const ACTIVE_ATTRIBUTES = /^(on|style$|srcdoc$|http-equiv$)/i
const ADDRESSES = /^(href|src|srcset|poster|action|formaction|data|background|cite|ping|xlink:href)$/
const SAFE_ADDRESS = /^(https?:\/\/|\/(?!\/)|#|mailto:|tel:|$)/
const LOADED = /^(src|srcset|poster)$/
/** Interface texts and addresses differ between sites; everything else of an active element must be as on a good page. */
const VARYING = /^(content|title|aria-label|placeholder|value|href|id|for|name|d|data-.*|property|hreflang)$/
/** The name of our icon does not affect what it does. */
const ICON = /\bicon-[a-z-]+/
/** This is also ours, on pages of more entries than the good site has. */
const FIND_TOOLS = '<aria-label autocomplete=off data-find input placeholder type=search>'

/**
 * All active elements on the pages of a site: those of one without hostile parts are known to be ours. Handlers, styles and unsafe addresses
 * of other elements are never ours; its texts may contain some too.
 */
export async function activeContent(folder: string): Promise<ReadonlySet<string>> {
  const known = new Set([FIND_TOOLS])
  for await (const file of filesBelow(folder))
    if (file.endsWith('.html'))
      for (const one of activeIn(await readFile(join(folder, file), 'utf8'))) if (one.startsWith('<')) known.add(one)
  return known
}

/** Active content of a site that is not known, by file; all else on a page must be text and pictures. */
export async function strangeContent(folder: string, known: ReadonlySet<string>): Promise<string[]> {
  const strange: string[] = []
  for await (const file of filesBelow(folder)) {
    const [path, kind] = [join(folder, file), extname(file).toLowerCase()]
    if (kind === '.html')
      for (const one of activeIn(await readFile(path, 'utf8'))) if (!known.has(one)) strange.push(`${file}: ${one.slice(0, 200)}`)
    // An SVG must equal its sanitized form.
    if (PAGES.test(kind) && file.startsWith('media/') && !(kind === '.svg' && isSpoilt(path) === false))
      strange.push(`${file}: a file that a browser runs`)
  }
  return strange
}

function activeIn(html: string): Set<string> {
  const found = new Set<string>()
  const parser = new Parser({
    onopentag(name, attributes) {
      const values = Object.entries(attributes)
      const isActive = ACTIVE_ELEMENTS.test(name)
      const shapes = values.map(([key, value]) => (VARYING.test(key) ? key : `${key}=${value.replace(ICON, 'icon')}`))
      if (isActive) found.add(`<${[name, ...shapes].sort().join(' ')}>`)
      for (const [key, value] of values) {
        if (ACTIVE_ATTRIBUTES.test(key) && !isActive) found.add(`${name} ${key}`)
        const isUnsafe = (ADDRESSES.test(key) && !SAFE_ADDRESS.test(value)) || (LOADED.test(key) && !value.startsWith('/'))
        if (isUnsafe) found.add(`${name} ${key}=${value.slice(0, 60)}`)
      }
    },
  })
  parser.end(html)
  return found
}

/**
 * The files that depend on the whole site, and legitimately differ if it has more content: the home page, lists and their further pages,
 * the search with its index, all tools, the download lists and the service worker, which names them, and totals. Users are included: a
 * guide that claims a user as its author is listed on their page.
 */
const OF_THE_WHOLE =
  /^(\.benchbook\.json$|index\.html|404\.html|about\/|category\/index\.html|category\/page\/|tag\/index\.html|tag\/page\/|team\/index\.html|tools\/|user\/|search\/|app\/\w+\.json$|service-worker\.js$|pagefind\/|sitemap|llms\.txt|(.+\/)?feed\.(xml|json)$|copy\.json|robots\.txt|_headers)/

/** Hashes of all files of a site that must be the same, independent of other content of its service. */
export async function lastingFiles(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for await (const file of filesBelow(folder)) if (!OF_THE_WHOLE.test(file)) files.set(file, await hashOf(join(folder, file)))
  return files
}

/** The listed files that a site lacks or has differently. */
export async function differingFiles(files: ReadonlyMap<string, string>, folder: string): Promise<string[]> {
  const differ: string[] = []
  for (const [file, expected] of files) if ((await hashOf(join(folder, file))) !== expected) differ.push(file)
  return differ
}

const hashOf = async (path: string): Promise<string> => (existsSync(path) ? hash('sha256', await readFile(path)) : 'missing')

/** The time limit of a response from a file, with a margin for a busy machine. */
const MAX_ANSWER_MS = 20_000
const RANGES = ['bytes=0-9', 'bytes=-1', 'bytes=5-2', 'bytes=0-0,2-3', 'bytes=999999999-', 'lines=1-2', `bytes=${'0-1,'.repeat(2_000)}`]
const ASKED = ['/', '/guide/2/', '/guide/404/', '/no/such/page', '/%00', '/..%2f..%2fetc/passwd', '/search/?q=%ff', `/${'a'.repeat(7_000)}`]
const RECORDS = ['guides', 'guides/2', 'guides/404', 'wikis/CATEGORY?display=hierarchy', 'search/a%00?offset=-1', 'users/1', 'comments']

/** Serves a site and its cache and sends various requests, for `files` with ranges too. Returns a line for each failed response. */
export async function servedBadly(site: string, cache: string, files: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  const ask = async (origin: string, path: string, headers: Record<string, string> = {}): Promise<void> => {
    const result = await statusOf(origin, path, headers).catch(String)
    if (typeof result === 'string' || result >= 500)
      faults.push(`GET ${path.slice(0, 100)} ${JSON.stringify(headers).slice(0, 100)}: ${result}`)
  }
  const pages = await serveSite(site, { base: '/', port: 0 })
  try {
    for (const path of ASKED) await ask(pages.origin, path)
    for (const range of RANGES) for (const file of files) await ask(pages.origin, `/${encodeURI(file)}`, { range })
    await ask(pages.origin, '/', { 'if-none-match': '"'.repeat(2_000), 'if-modified-since': 'never', 'accept-encoding': 'br;q=x' })
  } finally {
    pages.close()
  }
  const service = await startService(await openCache(cache), { onError: (error) => faults.push(`The API: ${String(error)}`) })
  try {
    for (const path of RECORDS) await ask(service.url, `${API}/${path}`)
  } finally {
    await service.close()
  }
  return faults
}

/** The status of a complete response. Throws if there is none in time. */
async function statusOf(origin: string, path: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(origin)
  const asked = request({ hostname, port, path, headers, agent: false, signal: AbortSignal.timeout(MAX_ANSWER_MS) }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  await once(response.resume(), 'end')
  return response.statusCode ?? 0
}
