import { ABOUT, CATEGORIES, HOME, listingPage, pathOf, TAGS, TEAMS, withBase } from '../routes.ts'
import { categoryPaths } from './category.ts'
import { absolute } from './head.ts'
import { pageNumber } from './paging.ts'
import { isPrivate } from './private.ts'
import type { Site } from './site.ts'
import { tagPaths } from './tag.ts'
import { userPaths } from './user.ts'
import { wikiPaths } from './wiki-page.ts'

/** The protocol's limit of addresses in one file. */
const MAX_URLS = 50_000

/** Everyone may read everything; where the sitemap is, if there is one. */
export function robotsText(site: Site): string {
  const sitemap = site.address ? `Sitemap: ${absolute(site, withBase(site.base, '/sitemap-index.xml'))}\n` : ''
  return `User-agent: *\nAllow: /\n${sitemap}`
}

interface Entry {
  path: string
  /** UNIX timestamp, seconds; 0 when unknown. */
  modified: number
}

/** The sitemap's files by name, `sitemap-index` first; none for a site that does not know its own address. */
export async function sitemapFiles(site: Site): Promise<{ name: string; xml: string }[]> {
  if (!site.address) return []
  const entries = await sitemapEntries(site)
  const shards = Array.from({ length: Math.ceil(entries.length / MAX_URLS) }, (_, at) => entries.slice(at * MAX_URLS, (at + 1) * MAX_URLS))
  const files = shards.map((shard, at) => ({ name: `sitemap-${at + 1}`, xml: urlSet(site, shard) }))
  return [{ name: 'sitemap-index', xml: indexOf(site, files) }, ...files]
}

async function sitemapEntries(site: Site): Promise<Entry[]> {
  const undated = (path: string): Entry => ({ path, modified: 0 })
  const { guides, teams } = site.catalog
  return [
    ...[HOME, ABOUT, CATEGORIES, TAGS, ...(teams.size > 0 ? [TEAMS] : [])].map(undated),
    ...Array.from(
      [...guides.values()].filter((guide) => !guide.private),
      ({ guideid, modified_date }) => ({ path: pathOf({ kind: 'guide', guideid }), modified: modified_date }),
    ),
    ...categoryPaths(site)
      .filter(({ title }) => !isPrivate(site, { kind: 'wiki', namespace: 'CATEGORY', title }))
      .map(({ title, page }) => undated(listingPage(pathOf({ kind: 'wiki', namespace: 'CATEGORY', title }), pageNumber(page)))),
    ...wikiPaths(site)
      .filter(({ ref }) => !isPrivate(site, ref))
      .map(({ ref }) => undated(pathOf(ref))),
    ...(await tagPaths(site)).map(({ tag, page }) => undated(listingPage(pathOf({ kind: 'tag', tag }), pageNumber(page)))),
    ...Array.from(
      [...teams.keys()].filter((teamid) => !isPrivate(site, { kind: 'wiki', namespace: 'TEAM', title: String(teamid) })),
      (teamid) => undated(pathOf({ kind: 'team', teamid })),
    ),
    ...userPaths(site)
      .filter(({ userid }) => !isPrivate(site, { kind: 'wiki', namespace: 'USER', title: String(userid) }))
      .map(({ userid, page }) => undated(listingPage(pathOf({ kind: 'user', userid }), pageNumber(page)))),
  ]
}

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function urlSet(site: Site, entries: readonly Entry[]): string {
  const urls = entries.map(({ path, modified }) => {
    const lastmod = modified > 0 ? `<lastmod>${new Date(modified * 1000).toISOString()}</lastmod>` : ''
    return `<url><loc>${absolute(site, withBase(site.base, path))}</loc>${lastmod}</url>`
  })
  return `${HEADER}<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>\n`
}

function indexOf(site: Site, files: readonly { name: string }[]): string {
  const maps = files.map(({ name }) => `<sitemap><loc>${absolute(site, withBase(site.base, `/${name}.xml`))}</loc></sitemap>`)
  return `${HEADER}<sitemapindex ${NAMESPACE}>\n${maps.join('\n')}\n</sitemapindex>\n`
}
