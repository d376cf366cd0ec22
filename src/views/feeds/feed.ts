import { guideSchema } from '../../model/guide.ts'
import { nameIn } from '../../model/names.ts'
import { feedPath, HOME, pageAt, type PageRef, pathOf } from '../../routes.ts'
import { stripBidiControls } from '../../words/strip-bidi-controls.ts'
import { type Card, guideCards } from '../catalog/card.ts'
import { categoryName } from '../catalog/names.ts'
import { isPrivate } from '../catalog/catalog.ts'
import { readIfReadable } from '../catalog/records.ts'
import { type CategoryEntry, topOf } from '../category/category-tree.ts'
import { absolute, type FeedLink } from '../site/head.ts'
import type { Site } from '../site/site.ts'
import { onceFor, question } from '../trace/tracked-site.ts'

/** The formats by file extension. */
export const FEED_TYPES = { xml: 'application/atom+xml', json: 'application/feed+json' } as const
export type FeedFormat = keyof typeof FEED_TYPES
/** The display names of the formats by type, the same in every language. */
export const FEED_NAMES: Readonly<Record<string, string>> = { [FEED_TYPES.xml]: 'Atom', [FEED_TYPES.json]: 'JSON Feed' }

const ENTRIES = 30
/** Atom years have four digits. */
const YEAR_10000 = 253_402_300_800

/** Feeds use absolute addresses, and feed readers have no password for a private site. */
const hasFeeds = (site: Site): boolean => site.address !== undefined && !site.cache.manifest.isPrivateSite

/** Top-level categories with a feed, by canonical title; the first is '' for the site's own feed, if there is any content. */
export const feedsIn = (site: Site): string[] => (hasFeeds(site) ? [...latestGuides(site)].map(([category]) => category) : [])

/** The paths of the feeds of categories. */
export const categoryFeeds = (site: Site) =>
  feedsIn(site)
    .filter(Boolean)
    .map((title) => ({ params: { name: nameIn('category', title) }, props: { title } }))

/** The feeds of a page: the site's, and that of the page's top-level category. */
export function feedLinks(site: Site, ref?: PageRef): FeedLink[] {
  if (!hasFeeds(site)) return []
  const top = feedCategoryOf(site, ref)
  return ['', ...(top ? [top] : [])]
    .filter((category) => isThere(site, category))
    .flatMap((category) =>
      Object.entries(FEED_TYPES).map(([format, type]) => ({
        title: titleOfFeed(site, category),
        type,
        href: pageAt(site, feedPath(pathOfFeed(category), format)),
      })),
    )
}

/** The content of a feed, independent of its format: the newest or most recently changed guides of the site or of a top-level category. */
export type FeedView = Awaited<ReturnType<typeof feedView>>

/** Throws a TypeError for a feed that {@link feedsIn} does not name. */
export async function feedView(site: Site, category: string, format: FeedFormat) {
  const ids = guidesOfFeed(site, category)
  if (ids.length === 0) throw new TypeError(`There is no feed "${category}".`)
  const cards = new Map((await guideCards(site, ids)).map((card) => [card.href, card]))
  const entries = await Promise.all(ids.map((guideid) => entryOf(site, guideid, cards)))
  const path = pathOfFeed(category)
  return {
    title: titleOfFeed(site, category),
    lang: site.lang,
    /** Absolute, like all addresses here. */
    home: absolute(site, pageAt(site, path)),
    address: absolute(site, pageAt(site, feedPath(path, format))),
    siteName: stripBidiControls(site.name),
    rights: site.licence?.name ?? '',
    /** The date of the latest change to its guides, ISO 8601. */
    updated: isoOf(site.catalog.guides.get(ids[0] ?? 0)?.modified_date ?? 0),
    entries: entries.filter((entry) => entry !== undefined),
  }
}

export type FeedEntry = FeedView['entries'][number]

async function entryOf(site: Site, guideid: number, cards: ReadonlyMap<string | undefined, Card>) {
  const href = pageAt(site, pathOf({ kind: 'guide', guideid }))
  const [card, guide] = [cards.get(href), site.catalog.guides.get(guideid)]
  if (!card || !guide) return undefined
  const published = await publishedAt(site, guideid)
  const category = site.catalog.categories.get(guide.category)
  return {
    /** The guide's page, which also serves as its id: it stays the same when the title is edited. */
    address: absolute(site, href),
    title: stripBidiControls(card.title),
    /** The language of its texts. */
    lang: card.lang ?? site.lang,
    summary: stripBidiControls(card.summary),
    updated: isoOf(guide.modified_date),
    published: isMoment(published) ? isoOf(published) : undefined,
    author: stripBidiControls(guide.username),
    category: category ? stripBidiControls(categoryName(site, category)) : '',
    picture: card.picture && absolute(site, card.picture.src),
  }
}

const isMoment = (seconds: number): boolean => seconds > 0 && seconds < YEAR_10000
const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

const titleOfFeed = (site: Site, title: string): string => {
  const category = site.catalog.categories.get(title)
  return stripBidiControls(category ? `${categoryName(site, category)} – ${site.name}` : site.name)
}

const pathOfFeed = (category: string): string => (category === '' ? HOME : pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: category }))

/** The top-level category of a record; undefined outside the tree. */
function feedCategoryOf({ catalog }: Site, ref: PageRef | undefined): string | undefined {
  const isCategory = ref?.kind === 'wiki' && ref.namespace === 'CATEGORY'
  const title = isCategory ? ref.title : ref?.kind === 'guide' ? catalog.guides.get(ref.guideid)?.category : undefined
  const entry = catalog.categories.get(title ?? '')
  const top = entry && topOf(entry)
  return top?.inTree ? top.title : undefined
}

const isThere = question('is there a feed', (site: Site, category: string): boolean => latestGuides(site).has(category))

/** Empty if there is no such feed: the next build repeats the questions of this one, and a category may be gone by then. */
const guidesOfFeed = question('guides of feed', (site: Site, category: string): readonly number[] => latestGuides(site).get(category) ?? [])

/** The most recently changed guides of the site, by id. */
export const latestOfSite = question('latest guides', (site: Site): readonly number[] => latestGuides(site).get('') ?? [])

const publishedAt = question('guide published', async (site: Site, guideid: number): Promise<number> => {
  const guide = await readIfReadable(site.cache, { kind: 'guide', id: String(guideid) }, guideSchema)
  return guide?.published_date || guide?.created_date || 0
})

/** The guides of each feed, latest first. */
const latestGuides = onceFor((site: Site): ReadonlyMap<string, number[]> => {
  const { guides, roots } = site.catalog
  const isOwn = ({ lang, langs }: { lang: string; langs: readonly string[] }): boolean =>
    site.lang === site.sourceLang || lang === site.lang || langs.includes(site.lang)
  const latest = [...guides.values()]
    .filter((guide) => !guide.private && !guide.archived && isMoment(guide.modified_date) && isOwn(guide))
    .sort((a, b) => b.modified_date - a.modified_date || b.guideid - a.guideid)
    .map(({ guideid }) => guideid)
  const found = new Map([['', latest.slice(0, ENTRIES)]])
  for (const root of roots) {
    if (isPrivate(site, { kind: 'wiki', namespace: 'CATEGORY', title: root.title })) continue
    const below = guidesBelow(root)
    found.set(root.title, latest.filter((guideid) => below.has(guideid)).slice(0, ENTRIES))
  }
  return new Map([...found].filter(([, ids]) => ids.length > 0))
})

/** The guides of a category and its descendants. */
function guidesBelow(root: CategoryEntry): Set<number> {
  const below = new Set([root])
  for (const category of below) for (const child of category.children) below.add(child)
  return new Set([...below].flatMap(({ guideids }) => guideids))
}
