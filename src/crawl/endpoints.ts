import type { RecordKey } from '../cache/layout.ts'
import { LIST_NAMES, type ListName, LISTS, type RecordKind, recordPathOf } from '../model/resources.ts'

/** The three forms of the category tree; not every service has all of them. */
export const TREE_KINDS: readonly RecordKind[] = ['hierarchy-order', 'hierarchy', 'categories']

/** A record's kind, language and id as one text: `guide 5`, `guide.de 5`. */
export const nameOf = ({ kind, id, lang }: RecordKey): string => `${kind}${lang ? `.${lang}` : ''} ${id}`

/** Parses a name written by {@link nameOf}. */
export function recordNamed(name: string): RecordKey {
  const space = name.indexOf(' ')
  const [kind, lang] = name.slice(0, space).split('.')
  return { kind: kind as RecordKind, id: name.slice(space + 1), ...(lang && { lang }) }
}

/** The source-language record of a translation. */
export const sourceOf = ({ kind, id }: RecordKey): RecordKey => ({ kind, id })

/** The service's maximum page size (specification, section 8). */
export const PAGE_SIZE = 200

/** The lists of every crawl. A large site has millions of users, which are requested individually, when records reference them. */
export const CRAWLED_LISTS = LIST_NAMES.filter((list) => !LISTS[list].isExtra)

/** The address of a page of a list (specification, section 8). Private guides are listed on request only (section 4.7). */
export function pageUrl(base: string, list: ListName, offset: number, includePrivate = false, limit = PAGE_SIZE): string {
  const more = includePrivate && list === 'guides' ? '&includePrivate=true' : ''
  return `${base}${LISTS[list].path}?limit=${limit}&offset=${offset}${more}`
}

/** The address of a record (specification, section 4). `base` ends in `/api/2.0`; `langid` is the service's id of the language. */
export function recordUrl(base: string, { kind, id, lang }: RecordKey, langid = lang): string {
  const path = recordPathOf(kind, id)
  return `${base}${path}${langid ? `${path.includes('?') ? '&' : '?'}langid=${encodeURIComponent(langid)}` : ''}`
}

/** The API's base below a site's address, or the address itself if it is one. */
export function baseOf(source: string): string {
  const { origin, pathname } = new URL(source)
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  return `${origin}${path.endsWith('/api/2.0') ? path : `${path}/api/2.0`}`
}

/** The API's base, from the address that returned the first page of guides. */
export function baseOfGuides(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/guides\/?$/, '')}`
}
