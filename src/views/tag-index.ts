import type { WikiRef } from '../model/ref.ts'
import { list, text } from '../model/php.ts'
import { canonicalTitle } from '../model/title.ts'
import { type Wiki, wikiSchema } from '../model/wiki.ts'
import { readRecord } from './records.ts'
import type { Site } from './site.ts'

/** A tag that some guide or wiki of the site names. */
export interface TagEntry {
  tag: string
  guideids: number[]
  wikis: WikiRef[]
}

const indexes = new WeakMap<Site, Promise<Map<string, TagEntry>>>()

/** All tags by canonical name, in alphabetical order. Reads every wiki once, and only when a tag's page is made. */
export function tagIndex(site: Site): Promise<Map<string, TagEntry>> {
  const index = indexes.get(site) ?? buildTagIndex(site)
  indexes.set(site, index)
  return index
}

async function buildTagIndex(site: Site): Promise<Map<string, TagEntry>> {
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
      const wiki = await readRecord(site.cache, { kind: 'wiki', id: `${namespace}/${title}` }, wikiSchema)
      for (const tag of wiki ? await tagsOfWiki(site, wiki) : []) entryOf(tag).wikis.push({ kind: 'wiki', namespace, title })
    }
  }
  const { compare } = new Intl.Collator(site.lang, { numeric: true })
  return new Map([...tags].sort(([a], [b]) => compare(a, b)))
}

/** A wiki's tags: from its details, or from the answer of their own endpoint. */
export async function tagsOfWiki(site: Site, wiki: Wiki): Promise<string[]> {
  const id = `${wiki.namespace}/${wiki.title}`
  const tags = wiki.tags ?? (await readRecord(site.cache, { kind: 'wiki-tags', id }, list(text))) ?? []
  return [...new Set(tags)]
}
