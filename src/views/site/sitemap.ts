import { onceFor } from '../trace/tracked-site.ts'
import { canonicalTitle } from '../../model/title.ts'
import { readHead } from '../catalog/card.ts'
import { pictureOf } from '../media/picture.ts'
import { hasPage, isPrivate } from '../catalog/catalog.ts'
import type { WikiRef } from '../../model/ref.ts'
import { ABOUT, CATEGORIES, HOME, listingPage, ownPagePath, type PageRef, pathOf, TAGS, TEAMS, TOOLS, withBase } from '../../routes.ts'
import { categoryPaths } from '../category/category.ts'
import { absolute } from './head.ts'
import { hasTools } from '../item/tools.ts'
import { pageNumber } from '../catalog/paging.ts'
import type { Site } from './site.ts'
import { tagPaths } from '../tag/tag.ts'
import { attempt, isEmptyPage } from '../catalog/unreadable.ts'
import { userPaths } from '../people/user.ts'
import { itemPaths, wikiPaths } from '../wiki/wiki-page.ts'

/** The sitemap protocol's limit of addresses per file. */
const MAX_URLS = 50_000

/** Allows everything to everyone; names the sitemap if there is one. */
export function robotsText(site: Site): string {
  const sitemap = site.address ? `Sitemap: ${absolute(site, withBase(site.root, '/sitemap-index.xml'))}\n` : ''
  return `User-agent: *\nAllow: /\n${sitemap}`
}

interface Entry {
  path: string
  /** UNIX timestamp, seconds; 0 if unknown. */
  modified: number
  /** The other languages that have the page in their own words. */
  langs: readonly string[]
  /** For a guide, whose picture is included too. */
  guideid?: number
}

/** The sitemap's files, `sitemap-index` first; none for a site that does not know its own address. */
export async function sitemapNames(site: Site): Promise<string[]> {
  if (!site.address) return []
  const shards = Math.ceil((await entriesOf(site)).length / shardSize(site))
  return ['sitemap-index', ...Array.from({ length: shards }, (_, at) => shardName(at))]
}

/** One file of the sitemap. Each is generated on demand: with all languages, that of a large site would not fit in memory. */
export async function sitemapXml(site: Site, name: string): Promise<string> {
  const names = await sitemapNames(site)
  const at = names.indexOf(name) - 1
  if (at < 0) return indexOf(site, names.slice(1))
  const size = shardSize(site)
  return urlSet(site, (await entriesOf(site)).slice(at * size, (at + 1) * size))
}

const shardName = (at: number): string => `sitemap-${at + 1}`
/** Pages per file: an entry occurs once per language. */
const shardSize = ({ languages }: Site): number => Math.floor(MAX_URLS / languages.length)

const entriesOf = onceFor(async (site: Site): Promise<Entry[]> => {
  const others = await Promise.all(site.languages.slice(1).map((lang) => site.in(lang)))
  const { guides, teams, wikis } = site.catalog
  /** A page in the own words of each language that has it. Listings are shorter in a language that omits untranslated records. */
  const inAll = (path: string, ref?: PageRef, page = 1): Entry => {
    const having = others.filter(({ config, catalog }) => config.fallback === 'show' || (page === 1 && (!ref || hasPage(catalog, ref))))
    return { path: listingPage(path, page), modified: 0, langs: having.map(({ lang }) => lang) }
  }
  const listing = (ref: PageRef, page: string | undefined): Entry => inAll(pathOf(ref), ref, pageNumber(page))
  const textOf = (ref: WikiRef) => wikis[ref.namespace].get(canonicalTitle(ref.title))
  return [
    ...[HOME, ABOUT, CATEGORIES, TAGS, ...(teams.size > 0 ? [TEAMS] : []), ...(hasTools(site) ? [TOOLS] : [])].map((path) => inAll(path)),
    ...Array.from(site.ownPages.pages, ([name, texts]) => ({ path: ownPagePath(name), modified: 0, langs: [...texts.keys()].slice(1) })),
    ...Array.from(
      [...guides.values()].filter((guide) => !guide.private),
      ({ guideid, modified_date, langs }) => ({ path: pathOf({ kind: 'guide', guideid }), modified: modified_date, langs, guideid }),
    ),
    ...[
      ...categoryPaths(site).map(({ title, page }) => ({ ref: { kind: 'wiki', namespace: 'CATEGORY', title } as const, page })),
      ...wikiPaths(site).map(({ ref }) => ({ ref, page: undefined })),
      ...itemPaths(site),
    ]
      .filter(({ ref }) => !isPrivate(site, ref))
      .map(({ ref, page }) => ({ ...listing(ref, page), ...(textOf(ref)?.stored && { langs: textOf(ref)?.langs ?? [] }) })),
    ...(await tagPaths(site)).map(({ tag, page }) => listing({ kind: 'tag', tag }, page)),
    ...[...teams.keys()]
      .filter((teamid) => !isPrivate(site, { kind: 'wiki', namespace: 'TEAM', title: String(teamid) }))
      .map((teamid) => listing({ kind: 'team', teamid }, undefined)),
    ...userPaths(site)
      .filter(({ userid }) => !isPrivate(site, { kind: 'wiki', namespace: 'USER', title: String(userid) }))
      .map(({ userid, page }) => listing({ kind: 'user', userid }, page)),
  ]
})

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const IMAGES = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

async function urlSet(site: Site, entries: readonly Entry[]): Promise<string> {
  const urls: string[] = []
  for (const entry of entries) urls.push(...urlsOf(site, entry, await pictureOfGuide(site, entry.guideid)))
  const links = site.languages.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''
  return `${HEADER}<urlset ${NAMESPACE} ${IMAGES}${links}>\n${urls.join('\n')}\n</urlset>\n`
}

/** Only the guide's own picture: those of its steps would require reading every guide in full. */
async function pictureOfGuide(site: Site, guideid: number | undefined): Promise<string> {
  if (guideid === undefined) return ''
  const { value: head } = await attempt({ kind: 'guide', id: String(guideid) }, () => readHead(site, guideid))
  const picture = pictureOf(site, head?.image, '')
  return picture ? `<image:image><image:loc>${absolute(site, picture.full)}</image:loc></image:image>` : ''
}

/** A page once in each of its languages, each time with all alternates; not if the page only says that it cannot be shown. */
function urlsOf(site: Site, { path, modified, langs }: Entry, picture: string): string[] {
  const pathIn = (lang: string): string => (lang === site.sourceLang ? path : `/${lang}${path}`)
  const addressIn = (lang: string): string => absolute(site, withBase(site.root, pathIn(lang)))
  const lastmod = modified > 0 ? `<lastmod>${new Date(modified * 1000).toISOString()}</lastmod>` : ''
  const all = [site.sourceLang, ...langs.filter((lang) => site.languages.includes(lang))].filter((lang) => !isEmptyPage(pathIn(lang)))
  const link = (hreflang: string, href: string): string => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`
  const [first = ''] = all
  const links = all.length > 1 ? [...all.map((lang) => link(lang, addressIn(lang))), link('x-default', addressIn(first))] : []
  return all.map((lang) => `<url><loc>${addressIn(lang)}</loc>${lastmod}${picture}${links.join('')}</url>`)
}

function indexOf(site: Site, names: readonly string[]): string {
  const maps = names.map((name) => `<sitemap><loc>${absolute(site, withBase(site.root, `/${name}.xml`))}</loc></sitemap>`)
  return `${HEADER}<sitemapindex ${NAMESPACE}>\n${maps.join('\n')}\n</sitemapindex>\n`
}
