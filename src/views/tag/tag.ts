import { ContentError } from '../../errors.ts'
import { nameIn } from '../../model/names.ts'
import { canonicalTitle } from '../../model/title.ts'
import { listingPage, pageAt, pathOf, TAGS } from '../../routes.ts'
import { guideCards, wikiCards } from '../catalog/card.ts'
import type { PageHead } from '../site/head.ts'
import type { ListingView } from '../catalog/listing.ts'
import { itemsOn, pagedTitle, type Pager, pageParams, pagerOf } from '../catalog/paging.ts'
import { searchFor } from '../search/search-page.ts'
import type { Site } from '../site/site.ts'
import type { TagEntry } from '../catalog/catalog.ts'
import { allTags, tagNamed } from '../catalog/tag-index.ts'
import { howMany } from '../site/words.ts'

const sizeOf = ({ guideids, wikis }: TagEntry): number => guideids.length + wikis.length

/** The paths of all tag pages. */
export async function tagPaths(site: Site): Promise<{ name: string; page: string | undefined; tag: string }[]> {
  return (await allTags(site)).flatMap((entry) =>
    pageParams(sizeOf(entry)).map((page) => ({ name: nameIn('tag', entry.tag), page, tag: entry.tag })),
  )
}

/** The pages with a tag: guides first, then wikis. */
export async function tagView(site: Site, tag: string, page: number): Promise<ListingView> {
  const entry = await tagNamed(site, canonicalTitle(tag))
  if (!entry)
    throw new ContentError(`Nothing in the cache carries the tag "${tag}". Crawl again.`, { code: 'ERR_RECORD_MISSING', record: tag })
  const items = itemsOn([...entry.guideids, ...entry.wikis], page)
  const cards = await Promise.all(items.map((item) => (typeof item === 'number' ? guideCards(site, [item]) : wikiCards(site, [item]))))
  const path = pathOf({ kind: 'tag', tag })
  const counts = [howMany(site.words, 'count.guides', entry.guideids.length), howMany(site.words, 'count.pages', entry.wikis.length)]
  return {
    head: {
      title: pagedTitle(site, tag, page),
      description: site.words.say('tag.description', { tag }),
      path: listingPage(path, page),
      ref: { kind: 'tag', tag },
      crumbs: [{ title: site.words.say('tags.title'), href: pageAt(site, TAGS) }, { title: tag }],
    },
    title: tag,
    lead: site.words.list(counts.filter(Boolean)),
    cards: cards.flat(),
    pager: pagerOf(site, path, page, sizeOf(entry)),
    search: searchFor(site, 'tag', entry.tag),
  }
}

/** One page of the list of all tags. */
export interface TagsView {
  head: PageHead
  tags: { tag: string; href: string; count: number }[]
  pager: Pager
}

export async function tagsPages(site: Site): Promise<(string | undefined)[]> {
  return pageParams((await allTags(site)).length)
}

export async function tagsView(site: Site, page: number): Promise<TagsView> {
  const entries = await allTags(site)
  return {
    head: {
      title: pagedTitle(site, site.words.say('tags.title'), page),
      description: site.words.say('tags.description', { site: site.name }),
      path: listingPage(TAGS, page),
    },
    tags: itemsOn(entries, page).map((entry) => ({
      tag: entry.tag,
      href: pageAt(site, pathOf({ kind: 'tag', tag: entry.tag })),
      count: sizeOf(entry),
    })),
    pager: pagerOf(site, TAGS, page, entries.length),
  }
}
