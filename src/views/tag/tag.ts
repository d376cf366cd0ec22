import { ContentError } from '../../errors.ts'
import { keepApart, nameIn } from '../../model/names.ts'
import { canonicalTitle } from '../../model/title.ts'
import { listingPage, pageAt, pathOf, TAGS } from '../../routes.ts'
import { guideCards, wikiCards } from '../catalog/card.ts'
import type { PageHead } from '../site/head.ts'
import { itemsOn, type ListingView, pagedTitle, pageParams, pagerOf } from '../catalog/paging.ts'
import { searchFor } from '../search/search-page.ts'
import type { Site } from '../site/site.ts'
import type { Catalog, TagEntry, TagIndex } from '../catalog/catalog.ts'
import { howMany } from '../site/words.ts'
import { texts } from '../../model/php.ts'
import { MAX_TAGS } from '../../model/guide.ts'
import { readIfReadable, readStoredWiki, type StoredWiki } from '../catalog/records.ts'
import { sharedTags } from '../site/contents.ts'
import { onceFor, question } from '../trace/tracked-site.ts'
import { attempt } from '../catalog/unreadable.ts'

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

export async function tagsPages(site: Site): Promise<(string | undefined)[]> {
  return pageParams((await allTags(site)).length)
}

/** One page of the list of all tags. */
export async function tagsView(site: Site, page: number) {
  const entries = await allTags(site)
  return {
    head: {
      title: pagedTitle(site, site.words.say('tags.title'), page),
      description: site.words.say('tags.description', { site: site.name }),
      path: listingPage(TAGS, page),
    } satisfies PageHead,
    tags: itemsOn(entries, page).map((entry) => ({
      tag: entry.tag,
      href: pageAt(site, pathOf({ kind: 'tag', tag: entry.tag })),
      count: sizeOf(entry),
    })),
    pager: pagerOf(site, TAGS, page, entries.length),
  }
}

const indexes = new WeakMap<Catalog, Promise<TagIndex>>()

/** All tags by canonical name, in the language's alphabetical order. Reads every wiki once, and only when a tag page is rendered. */
export const tagIndex = onceFor(async (site: Site): Promise<TagIndex> => {
  const index = indexes.get(site.catalog) ?? Promise.resolve(sharedTags(site.catalog) ?? buildTagIndex(site))
  indexes.set(site.catalog, index)
  const { compare } = new Intl.Collator(site.lang, { numeric: true })
  return new Map([...(await index)].sort(([a], [b]) => compare(a, b)))
})

/** {@link tagIndex} as a list. */
export const allTags = question('tags', async (site: Site): Promise<TagEntry[]> => [...(await tagIndex(site)).values()])

/** The guides and wikis with a tag, by its canonical name; undefined if there are none. */
const tagNamed = question('carriers of tag', async (site: Site, name: string) => (await tagIndex(site)).get(name))

async function buildTagIndex(site: Site): Promise<TagIndex> {
  const tags = new Map<string, TagEntry>()
  const entryOf = (tag: string): TagEntry => {
    const entry = tags.get(canonicalTitle(tag)) ?? { tag, guideids: [], wikis: [] }
    tags.set(canonicalTitle(tag), entry)
    return entry
  }
  for (const guide of site.catalog.guides.values()) for (const tag of new Set(guide.tags)) entryOf(tag).guideids.push(guide.guideid)
  for (const wikis of Object.values(site.catalog.wikis)) {
    for (const { namespace, title, stored } of wikis.values()) {
      if (!stored) continue
      const key = { kind: 'wiki', id: `${namespace}/${title}` } as const
      const { value: wiki } = await attempt(key, () => readStoredWiki(site.cache, key))
      for (const tag of wiki ? await tagsOfWiki(site, wiki) : []) entryOf(tag).wikis.push({ kind: 'wiki', namespace, title })
    }
  }
  keepApart('tag', tags.keys(), site.catalog.tags.keys())
  return tags
}

/** A wiki's tags: from its details or from the tags endpoint. */
export async function tagsOfWiki(site: Site, wiki: StoredWiki): Promise<string[]> {
  const id = `${wiki.namespace}/${wiki.title}`
  const tags = wiki.tags ?? (await readIfReadable(site.cache, { kind: 'wiki-tags', id }, texts)) ?? []
  return [...new Set(tags)].slice(0, MAX_TAGS)
}
