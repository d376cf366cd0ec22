import { guideSchema } from '../../model/guide.ts'
import { nameIn } from '../../model/names.ts'
import { feedPath, HOME, pageAt, type PageRef, pathOf } from '../../routes.ts'
import { stripBidiControls } from '../../words/strip-bidi-controls.ts'
import { type Card, guideCards } from '../catalog/card.ts'
import { categoryName } from '../catalog/names.ts'
import { isPrivate } from '../catalog/private.ts'
import { readIfReadable } from '../catalog/records.ts'
import { type CategoryEntry, topOf } from '../category/category-tree.ts'
import { absolute, type FeedLink } from '../site/head.ts'
import type { Site } from '../site/site.ts'
import { question } from '../trace/question.ts'

/** What a feed says, in whatever format: the guides of a site, or of a category of the top, that are new or were changed last. */
export interface FeedView {
  title: string
  lang: string
  /** Absolute, as all addresses here. */
  home: string
  address: string
  siteName: string
  rights: string
  /** When the latest of its guides was changed: ISO 8601. */
  updated: string
  entries: FeedEntry[]
}

export interface FeedEntry {
  /** The guide's page, which also identifies it: the address stays the same when its title is edited. */
  address: string
  title: string
  /** The language of its texts. */
  lang: string
  summary: string
  updated: string
  published: string | undefined
  author: string
  category: string
  picture: string | undefined
}

/** The formats, by the ending of their files. */
export const FEED_TYPES = { xml: 'application/atom+xml', json: 'application/feed+json' } as const
export type FeedFormat = keyof typeof FEED_TYPES
/** What the formats are called in every language, by their types. */
export const FEED_NAMES: Readonly<Record<string, string>> = { [FEED_TYPES.xml]: 'Atom', [FEED_TYPES.json]: 'JSON Feed' }

const ENTRIES = 30
/** Atom has years of four digits. */
const YEAR_10000 = 253_402_300_800

/** Feeds name pages by absolute addresses, and are read by programs that have no password for a private site. */
const hasFeeds = (site: Site): boolean => site.address !== undefined && !site.cache.manifest.isPrivateSite

/** The categories of the top that have a feed, by canonical title; first '' for the site's own, where there is anything to say. */
export const feedsIn = (site: Site): string[] => (hasFeeds(site) ? [...latestGuides(site)].map(([category]) => category) : [])

/** The paths of the feeds of categories. */
export const categoryFeeds = (site: Site) =>
  feedsIn(site)
    .filter(Boolean)
    .map((title) => ({ params: { name: nameIn('category', title) }, props: { title } }))

/** The feeds for a page about something: the site's, and that of the category of the top in which it is. */
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

/** Throws a TypeError for a feed that {@link feedsIn} does not name. */
export async function feedView(site: Site, category: string, format: FeedFormat): Promise<FeedView> {
  const ids = guidesOfFeed(site, category)
  if (ids.length === 0) throw new TypeError(`There is no feed "${category}".`)
  const cards = new Map((await guideCards(site, ids)).map((card) => [card.href, card]))
  const entries = await Promise.all(ids.map((guideid) => entryOf(site, guideid, cards)))
  const path = pathOfFeed(category)
  return {
    title: titleOfFeed(site, category),
    lang: site.lang,
    home: absolute(site, pageAt(site, path)),
    address: absolute(site, pageAt(site, feedPath(path, format))),
    siteName: stripBidiControls(site.name),
    rights: site.licence?.name ?? '',
    updated: isoOf(site.catalog.guides.get(ids[0] ?? 0)?.modified_date ?? 0),
    entries: entries.filter((entry) => entry !== undefined),
  }
}

async function entryOf(site: Site, guideid: number, cards: ReadonlyMap<string | undefined, Card>): Promise<FeedEntry | undefined> {
  const href = pageAt(site, pathOf({ kind: 'guide', guideid }))
  const [card, guide] = [cards.get(href), site.catalog.guides.get(guideid)]
  if (!card || !guide) return undefined
  const published = await publishedAt(site, guideid)
  const category = site.catalog.categories.get(guide.category)
  return {
    address: absolute(site, href),
    title: stripBidiControls(card.title),
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

/** The category of the top in which something is, or which it is; undefined for what is in no tree. */
function feedCategoryOf({ catalog }: Site, ref: PageRef | undefined): string | undefined {
  const isCategory = ref?.kind === 'wiki' && ref.namespace === 'CATEGORY'
  const title = isCategory ? ref.title : ref?.kind === 'guide' ? catalog.guides.get(ref.guideid)?.category : undefined
  const entry = catalog.categories.get(title ?? '')
  const top = entry && topOf(entry)
  return top?.inTree ? top.title : undefined
}

const isThere = question('is there a feed', (site: Site, category: string): boolean => latestGuides(site).has(category))

/** None where there is no such feed: the next build asks again what this one has asked, and a category may have gone by then. */
const guidesOfFeed = question('guides of feed', (site: Site, category: string): readonly number[] => latestGuides(site).get(category) ?? [])

/** The guides of the site that were changed last, by id. */
export const latestOfSite = question('latest guides', (site: Site): readonly number[] => latestGuides(site).get('') ?? [])

const publishedAt = question('guide published', async (site: Site, guideid: number): Promise<number> => {
  const guide = await readIfReadable(site.cache, { kind: 'guide', id: String(guideid) }, guideSchema)
  return guide?.published_date || guide?.created_date || 0
})

const known = new WeakMap<Site, ReadonlyMap<string, number[]>>()

/** The guides of each feed, the latest first. */
function latestGuides(site: Site): ReadonlyMap<string, number[]> {
  let latest = known.get(site)
  if (!latest) known.set(site, (latest = findLatest(site)))
  return latest
}

function findLatest(site: Site): ReadonlyMap<string, number[]> {
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
    const ids: number[] = []
    for (const guideid of latest) if (ids.length < ENTRIES && below.has(guideid)) ids.push(guideid)
    found.set(root.title, ids)
  }
  return new Map([...found].filter(([, ids]) => ids.length > 0))
}

/** The guides of a category and of all below it. */
function guidesBelow(root: CategoryEntry): Set<number> {
  const below = new Set([root])
  for (const category of below) for (const child of category.children) below.add(child)
  return new Set([...below].flatMap(({ guideids }) => guideids))
}
