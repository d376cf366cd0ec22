import { texts } from '../../model/php.ts'
import { keepApart } from '../../model/names.ts'
import { canonicalTitle } from '../../model/title.ts'
import type { Catalog, TagEntry, TagIndex } from './catalog.ts'
import { MAX_TAGS } from '../../model/guide.ts'
import { readIfReadable, readStoredWiki, type StoredWiki } from './records.ts'
import { sharedTags } from '../site/shared-contents.ts'
import type { Site } from '../site/site.ts'
import { question } from '../trace/question.ts'
import { attempt } from './unreadable.ts'

const indexes = new WeakMap<Catalog, Promise<TagIndex>>()
const sorted = new WeakMap<Site, Promise<TagIndex>>()

/** All tags by canonical name, in the language's alphabetical order. Reads every wiki once, and only when a tag page is rendered. */
export function tagIndex(site: Site): Promise<TagIndex> {
  const given = sharedTags(site.catalog)
  const index = indexes.get(site.catalog) ?? (given ? Promise.resolve(given) : buildTagIndex(site))
  indexes.set(site.catalog, index)
  const own = sorted.get(site) ?? index.then((tags) => inOrder(tags, site.lang))
  sorted.set(site, own)
  return own
}

/** {@link tagIndex} as a list. */
export const allTags = question('tags', async (site: Site): Promise<TagEntry[]> => [...(await tagIndex(site)).values()])

/** The guides and wikis with a tag, by its canonical name; undefined if there are none. */
export const tagNamed = question('carriers of tag', async (site: Site, name: string) => (await tagIndex(site)).get(name))

function inOrder(tags: TagIndex, lang: string): TagIndex {
  const { compare } = new Intl.Collator(lang, { numeric: true })
  return new Map([...tags].sort(([a], [b]) => compare(a, b)))
}

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
