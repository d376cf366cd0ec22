import { ContentError } from '../errors.ts'
import { canonicalTitle, safeName } from '../model/title.ts'
import { listingPage, pathOf, TAGS, withBase } from '../routes.ts'
import { guideCards, plural, wikiCard } from './card.ts'
import type { PageHead } from './head.ts'
import type { ListingView } from './listing.ts'
import { itemsOn, type Pager, pageParams, pagerOf } from './paging.ts'
import type { Site } from './site.ts'
import { type TagEntry, tagIndex } from './tag-index.ts'

const sizeOf = ({ guideids, wikis }: TagEntry): number => guideids.length + wikis.length

/** The pages of all tags. */
export async function tagPaths(site: Site): Promise<{ name: string; page: string | undefined; tag: string }[]> {
  return [...(await tagIndex(site)).values()].flatMap((entry) =>
    pageParams(sizeOf(entry)).map((page) => ({ name: safeName(entry.tag), page, tag: entry.tag })),
  )
}

/** What carries a tag: guides first, then wikis. */
export async function tagView(site: Site, tag: string, page: number): Promise<ListingView> {
  const entry = (await tagIndex(site)).get(canonicalTitle(tag))
  if (!entry) throw new ContentError(`Nothing in the cache carries the tag "${tag}". Crawl again.`, { record: tag })
  const items = itemsOn([...entry.guideids, ...entry.wikis], page)
  const cards = await Promise.all(
    items.map((item) => (typeof item === 'number' ? guideCards(site, [item]) : wikiCard(site, item).then((card) => card ?? []))),
  )
  const path = pathOf({ kind: 'tag', tag })
  const counts = [plural(entry.guideids.length, 'guide', 'guides', site.lang), plural(entry.wikis.length, 'page', 'pages', site.lang)]
  return {
    head: {
      title: page > 1 ? `${tag}, page ${page}` : tag,
      description: `Guides and pages about ${tag}.`,
      path: listingPage(path, page),
      crumbs: [{ title: 'Tags', href: withBase(site.base, TAGS) }, { title: tag }],
    },
    title: tag,
    lead: counts.filter(Boolean).join(' and '),
    cards: cards.flat(),
    pager: pagerOf(site, path, page, sizeOf(entry)),
  }
}

/** One page of the list of all tags. */
export interface TagsView {
  head: PageHead
  tags: { tag: string; href: string; count: number }[]
  pager: Pager
}

export async function tagsPages(site: Site): Promise<(string | undefined)[]> {
  return pageParams((await tagIndex(site)).size)
}

export async function tagsView(site: Site, page: number): Promise<TagsView> {
  const entries = [...(await tagIndex(site)).values()]
  return {
    head: { title: page > 1 ? `Tags, page ${page}` : 'Tags', description: `Guides of ${site.name} by tag.`, path: listingPage(TAGS, page) },
    tags: itemsOn(entries, page).map((entry) => ({
      tag: entry.tag,
      href: withBase(site.base, pathOf({ kind: 'tag', tag: entry.tag })),
      count: sizeOf(entry),
    })),
    pager: pagerOf(site, TAGS, page, entries.length),
  }
}
