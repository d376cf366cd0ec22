import type { ListName, RecordKey, RecordKind } from '../cache/layout.ts'
import { EXTRA_LIST, type ExtraKind, extraPath, isExtra } from '../model/extras.ts'

/** The lists that a crawl can read. */
export type CrawledList = ListName
/** The records that a crawl can ask for. */
export type CrawledKind = RecordKind
/** Those that the site is made of. */
export type SiteKind = Exclude<RecordKind, ExtraKind>
export interface CrawledKey extends RecordKey {
  kind: CrawledKind
}

/** The three forms of the category tree; not every service has each. */
export const TREE_KINDS: readonly CrawledKind[] = ['hierarchy-order', 'hierarchy', 'categories']

/** A record's kind, language and id as one text: `guide 5`, `guide.de 5`. */
export const nameOf = ({ kind, id, lang }: RecordKey): string => `${kind}${lang ? `.${lang}` : ''} ${id}`

/** The record that {@link nameOf} has named. */
export function keyOf(name: string): CrawledKey {
  const space = name.indexOf(' ')
  const [kind, lang] = name.slice(0, space).split('.')
  return { kind: kind as CrawledKind, id: name.slice(space + 1), ...(lang && { lang }) }
}

/** A translation's record in the source language. */
export const sourceOf = ({ kind, id }: CrawledKey): CrawledKey => ({ kind, id })

/** The largest page that the service gives (specification, section 8). */
export const PAGE_SIZE = 200

const LIST_PATHS: Record<CrawledList, string> = {
  guides: '/guides',
  'guides-featured': '/guides/featured',
  'wikis-CATEGORY': '/wikis/CATEGORY',
  'wikis-ITEM': '/wikis/ITEM',
  'wikis-TEAM': '/wikis/TEAM',
  'wikis-USER': '/wikis/USER',
  'wikis-INFO': '/wikis/INFO',
  'wikis-WIKI': '/wikis/WIKI',
  tags: '/tags',
  teams: '/teams',
  users: '/users',
  comments: '/comments',
}
/** The lists of every crawl. Users are millions on a large site: they are asked for one by one, as records name them. */
export const CRAWLED_LISTS = (Object.keys(LIST_PATHS) as CrawledList[]).filter((list) => list !== EXTRA_LIST)

/** One page of a list (specification, section 8). Private guides are listed on request only, to a token that may see them (section 4.7). */
export function pageUrl(base: string, list: CrawledList, offset: number, includePrivate = false): string {
  const more = includePrivate && list === 'guides' ? '&includePrivate=true' : ''
  return `${base}${LIST_PATHS[list]}?limit=${PAGE_SIZE}&offset=${offset}${more}`
}

const RECORD_PATHS: Record<SiteKind, (id: string) => string> = {
  site: () => '/sites/info',
  hierarchy: () => '/wikis/CATEGORY?display=hierarchy',
  'hierarchy-order': () => '/wikis/CATEGORY?display=hierarchyOrder',
  categories: () => '/categories',
  // Steps of prerequisites are records of their own; the parameter is on whenever it is present (api-facts, Steps).
  guide: (id) => `/guides/${id}?excludePrerequisiteSteps`,
  'guide-tags': (id) => `/guides/${id}/tags`,
  wiki: (id) => `/wikis/${wikiPath(id)}`,
  'wiki-tags': (id) => `/wikis/${wikiPath(id)}/tags`,
  user: (id) => `/users/${id}`,
  'user-badges': (id) => `/users/${id}/badges`,
  'team-members': (id) => `/teams/${id}`,
}

/** Where the service answers for a record (specification, section 4). `base` ends in `/api/2.0`; `langid` is what the service calls its language. */
export function recordUrl(base: string, { kind, id, lang }: CrawledKey, langid = lang): string {
  const path = isExtra(kind) ? extraPath(kind, id) : RECORD_PATHS[kind](id)
  return `${base}${path}${langid ? `${path.includes('?') ? '&' : '?'}langid=${encodeURIComponent(langid)}` : ''}`
}

function wikiPath(id: string): string {
  const slash = id.indexOf('/')
  return `${id.slice(0, slash)}/${encodeURIComponent(id.slice(slash + 1))}`
}

/** The API's base below a site's address, or the address itself when it is one. */
export function baseOf(source: string): string {
  const { origin, pathname } = new URL(source)
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  return `${origin}${path.endsWith('/api/2.0') ? path : `${path}/api/2.0`}`
}

/** The base of the API that gave an answer for the first page of guides. */
export function baseOfGuides(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/guides\/?$/, '')}`
}
