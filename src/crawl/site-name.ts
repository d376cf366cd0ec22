import { domainToUnicode } from 'node:url'
import { Parser } from 'htmlparser2'
import { RequestError } from '../errors.ts'
import { isLoopback } from '../model/link.ts'
import { type Body, startOf } from '../fetch/body.ts'
import { isTransient, orError } from '../fetch/outcome.ts'
import type { CacheReader } from '../cache/reader.ts'
import type { Counters } from './report/counters.ts'
import type { Service } from './service.ts'

/** Of a home page; names are at its beginning. */
const MAX_BYTES = 256 * 1024
const MAX_LENGTH = 80
const NAMELESS = 'Repair guides'

/** The name of a site without `/sites/info`: from its home page, otherwise from its host. One request, no retry. Warns of a new name. */
export async function nameWithoutInfo({ client, base, facts }: Service, previous: CacheReader | undefined, counters: Counters) {
  const read = async (body: Body) => nameInPage((await startOf(body, MAX_BYTES)).text)
  const home = base.replace(/api\/2\.0$/, '')
  const said = await orError(client.get(home, { of: 'media', maxBytes: Infinity, retry: () => false, read }))
  const before = previous?.manifest.name ?? ''
  if (typeof said === 'string' && said) {
    if (said !== before)
      counters.warn(`The service has no /sites/info: unless \`name\` says otherwise, the site is called "${said}", as its home page is.`)
    return said
  }
  const hosts = [...facts.origins(), ...(previous?.manifest.origins ?? [])].map((origin) => new URL(origin).host)
  // If the home page fails once, the name of the previous crawl stays.
  const name = said instanceof RequestError && isTransient(said) && before && !hosts.includes(before) ? before : readableHost(hosts)
  if (name !== before)
    counters.warn(
      `The service has no /sites/info, and its home page no name: unless \`name\` says otherwise, the site is called "${name}".`,
    )
  return name
}

/** The name in a home page: its `og:site_name`, or its title without generic words; '' if there is neither. */
export function nameInPage(html: string): string {
  let [siteName, title, isInTitle, isInHead] = ['', '', false, true]
  const parser = new Parser({
    onopentag(tag, { property, content = '' }) {
      if (tag === 'body') isInHead = false
      if (tag === 'meta' && property?.toLowerCase() === 'og:site_name') siteName ||= content
      isInTitle = tag === 'title' && isInHead && !title
    },
    ontext(text) {
      if (isInTitle) title += text
    },
    onclosetag() {
      isInTitle = false
    },
  })
  parser.end(html)
  return inOneLine(siteName) || inOneLine(nameInTitle(inOneLine(title)))
}

const BETWEEN = / [-–—|·•»«›~/]+ | ?\| ?|: /
/** Titles without a name, or of an error or bot-check page. */
const SAYS_NOTHING =
  /^(home ?page|home|welcome|start|index|main page|untitled|startseite|willkommen|accueil|bienvenue|inicio|bienvenid[oa]s?|log ?in|sign ?in|dozuki|all|our|work)?( ?(repair|service|work|user|how-to))* ?(guides?|manuals?|instructions?|documentation|support|help)?$|^(just a moment|attention required|access denied|forbidden|not found|error|are you a robot|\d{3}\b)/i

function nameInTitle(title: string): string {
  const parts = title.split(BETWEEN).map((part) => part.replace(/^welcome to (the )?/i, '').trim())
  return parts.find((part) => part && !SAYS_NOTHING.test(part)) ?? ''
}

/** Untrusted text as a name: one line, without bidirectional controls, short enough for a header. */
function inOneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ').trim()
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1).trimEnd()}…` : line
}

/** Hosting services whose customers have subdomains. */
const PLATFORMS = /\.(dozuki|ifixit|wordpress|github|netlify|pages)\.(com|dev|io|app)$/
/** Second-level labels of country domains, as in `co.uk`. */
const SECOND_LEVEL = /^(ac|co|com|edu|gob|gov|net|ne|or|org)$/

/** The first host with a name, in words: `opensourceecology.dozuki.com` → `Opensourceecology`, `www.fix-it-all.co.uk` → `Fix It All`. */
export function readableHost(hosts: readonly string[]): string {
  for (const host of hosts) {
    const { hostname } = new URL(`http://${host}`)
    if (isLoopback(hostname) || /^[\d.]+$|^\[/.test(hostname)) continue
    const labels = domainToUnicode(hostname.replace(/^www\./, '')).split('.')
    const ending = labels.length > 2 && labels.at(-1)?.length === 2 && SECOND_LEVEL.test(labels.at(-2) ?? '') ? 2 : 1
    const own = PLATFORMS.test(hostname) ? labels[0] : (labels.at(-1 - ending) ?? labels[0])
    if (own) return inWords(own)
  }
  return NAMELESS
}

function inWords(label: string): string {
  const words = label.split(/[-_]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
