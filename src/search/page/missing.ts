import { addressName, languageOfPath, readServicePath, titleName } from '../../model/addresses/service-path.ts'
import { nameWithHash } from '../../model/title.ts'
import { between, type PageRef, pathNamed } from '../../routes/path-named.ts'
import { isThere, loadFile, loadJson } from '../../trusted/files.ts'
import { wordsInBrowser } from '../../words/browser.ts'
import { placeOf, type SearchPlace } from './engine/search-place.ts'
import { startEngine } from './engine/start-engine.ts'
import { writeQuery } from './query.ts'
import { find } from './view/dom.ts'
import { hitView } from './view/hit-view.ts'
import { shownText } from './view/shown.ts'

const SHOWN = 5

/**
 * Redirects to the copy of the page that a missing page's address means on the service. If there is none, shows a link to the guide that it
 * means there, and what a search for the address's words finds. `root` is the element drawn by MissingSearch.astro.
 */
export async function startMissing(root: HTMLElement): Promise<void> {
  const place = placeOf(root)
  const { action = '', addresses } = root.dataset
  const copy = await copyOf(location, place, addresses)
  if (copy !== undefined) return location.replace(copy)
  const path = pathBelow(location, place)
  linkOriginal(readServicePath(path))
  const text = wordsOfAddress(path)
  if (!text) return
  const [engine, response] = await Promise.all([startEngine(place), loadFile(`${action}words.json`)])
  const query = { text, filters: {}, sort: 'relevance' } as const
  const answer = await engine.search(query, SHOWN)
  const found = (await engine.suggest(query, answer, SHOWN)) ?? { text, answer }
  if (found.answer.total === 0) return
  const words = wordsInBrowser(await response.text())
  const template = find(root, 'template[data-part=hit]', HTMLTemplateElement)
  const hits = (await found.answer.next(SHOWN)).map((hit) => hitView(hit, template, place.root, words))
  find(root, '[data-part=results]', HTMLElement).replaceChildren(...hits)
  const all = find(root, 'a[data-part=all]', HTMLAnchorElement)
  all.href = action + writeQuery({ ...query, text: found.text })
  all.textContent = words.say('found.all', { text: shownText(found.text) })
  root.hidden = false
}

/**
 * The page of this site for one of the service's addresses below the site's, such as `/Guide/Kettle+Lid/12#s456`; undefined if it is none,
 * or is not copied. Titles are resolved on secure origins only, as others have no Web Crypto. `addresses` is the file of those that cannot
 * be derived from their form.
 */
async function copyOf(address: Location, place: SearchPlace, addresses?: string): Promise<string | undefined> {
  const { pathname, search, hash } = address
  const [siteRoot, files] = foldersOf(place)
  const path = pathBelow(address, place)
  const ref = readServicePath(path)
  // Those pages by the address that a record states as its own, or by a title that it had.
  const stated = addresses === undefined ? {} : await loadJson<Record<string, string>>(addresses)
  const name =
    stated[addressName(path)] ??
    (ref?.kind === 'wiki' ? stated[titleName(ref)] : undefined) ??
    (ref && ref.kind !== 'document' ? await pathOfCopy(ref) : undefined)
  if (!name) return undefined
  const lang = languageOfPath(path)
  const folders = new Set([...(lang ? [`${files}${lang}/`] : []), siteRoot, files])
  for (const folder of folders) {
    for (const place of placesOf(name)) {
      const address = `${folder}${place}`
      // A removed page of this site has an address like the service's.
      if (address !== pathname && (await isThere(address))) return `${address}${search}${hash}`
    }
  }
  return undefined
}

/** The folders of the language and of the site, as paths. */
const foldersOf = ({ base, root }: SearchPlace): string[] => [base, root].map((folder) => new URL(folder, location.href).pathname)

/** An address relative to the site, or to the folder of its language, with a leading slash. */
function pathBelow({ pathname }: Location, place: SearchPlace): string {
  const folder = foldersOf(place).find((one) => pathname.startsWith(one)) ?? '/'
  return `/${pathname.slice(folder.length)}`
}

function linkOriginal(ref: ReturnType<typeof readServicePath>): void {
  const line = document.querySelector<HTMLElement>('main [data-original]')
  const link = line?.querySelector('a')
  if (!line || !link || ref?.kind !== 'guide') return
  link.href = new URL(`/Guide/-/${ref.guideid}`, link.href).href
  line.hidden = false
}

/** The possible places of a page: only sites with relative links have folders in between. */
function placesOf(path: string): string[] {
  const [, kind = '', name = ''] = path.split('/')
  return [`${kind}/${name}/`, ...(import.meta.env.RELATIVE_LINKS ? [`${kind}/${between(name)}/${name}/`] : [])]
}

async function pathOfCopy(ref: PageRef): Promise<string | undefined> {
  const title = ref.kind === 'wiki' ? ref.title : ref.kind === 'tag' ? ref.tag : ''
  if (title && !isSecureContext) return undefined
  const hash = title && (await sha256Of(title))
  return pathNamed(ref, (_folder, named) => nameWithHash(named, hash))
}

async function sha256Of(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Parts of addresses, on this site and on the services that it copies, that name the kind of a page and not its subject. */
const KINDS =
  /^(guide|category|device|topic|wiki|info|item|part|tool|tag|team|user|page|search|document|edit|view|print|index|html?|php|aspx?)$/i

/** Converts a path below the site's base into a query: `/Guide/Kettle+Lid/12` → `Kettle Lid`; '' if it names nothing. */
export function wordsOfAddress(path: string): string {
  const words = path.split('/').flatMap((part) => wordsOfPart(decoded(part)))
  return words.filter((word) => !KINDS.test(word)).join(' ')
}

/** Our page names end in a hash of eight digits; plain numbers are ids and page numbers. */
function wordsOfPart(part: string): string[] {
  const words = part.replace(/-[0-9a-f]{8}$/, '').match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+|(?<=\p{N})\.\p{N}[\p{L}\p{N}]*)*/gu) ?? []
  return words.some((word) => /\p{L}/u.test(word)) ? words : []
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A percent sign that was typed.
    return part
  }
}
