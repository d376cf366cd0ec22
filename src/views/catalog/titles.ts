import type { CacheReader } from '../../cache/reader.ts'
import { z } from 'zod'
import { hierarchyOrderSchema, hierarchySchema, type OrderedCategory } from '../../model/hierarchy.ts'
import { text } from '../../model/php.ts'
import { canonicalTitle } from '../../model/title.ts'
import { itemKey, namesInGuide, needsSchema } from '../item/need.ts'
import type { Catalog } from './catalog.ts'
import { readIfReadable } from './records.ts'

/** Translated titles of one language, where they differ from the source. */
export interface Titles {
  guides: ReadonlyMap<number, string>
  /** By record id, such as `CATEGORY/Kettle`, with a canonical title. */
  wikis: ReadonlyMap<string, string>
  /** Keys of tools and parts by their translated names: see item/item-index.ts. */
  items: ReadonlyMap<string, string>
}

export const NO_TITLES: Titles = { guides: new Map(), wikis: new Map(), items: new Map() }

/** Records read concurrently; most of the time is waiting. */
const READ_AT_ONCE = 32

const headSchema = z.looseObject({ title: text, display_title: text })
const guideHeadSchema = needsSchema.extend({ title: text })

/** Reads the titles of all translations into a language, and of the translated category tree. */
export async function readTitles(cache: CacheReader, catalog: Catalog, lang: string): Promise<Titles> {
  const { guides, wikis } = catalog
  const titles = { guides: new Map<number, string>(), wikis: new Map<string, string>() }
  for (const [title, shown] of await titlesOfTree(cache, lang)) {
    if (shown && shown !== wikis.CATEGORY.get(title)?.display_title) titles.wikis.set(`CATEGORY/${title}`, shown)
  }
  const ofGuides = [...guides.values()].filter(({ langs }) => langs.includes(lang))
  const named = new Map<number, ReturnType<typeof namesInGuide>>()
  await eachOf(ofGuides, async ({ guideid, title }) => {
    const head = await readIfReadable(cache, { kind: 'guide', id: String(guideid), lang }, guideHeadSchema)
    if (head?.title && head.title !== title) titles.guides.set(guideid, head.title)
    if (head) named.set(guideid, namesInGuide(head))
  })
  const ofWikis = Object.values(wikis).flatMap((index) => [...index.values()].filter(({ langs }) => langs.includes(lang)))
  await eachOf(ofWikis, async ({ namespace, title }) => {
    const head = await readIfReadable(cache, { kind: 'wiki', id: `${namespace}/${title}`, lang }, headSchema)
    if (head?.display_title) titles.wikis.set(`${namespace}/${canonicalTitle(title)}`, head.display_title)
  })
  const items = translatedItems(catalog, named)
  for (const [title, shown] of items.titles) titles.wikis.set(`ITEM/${title}`, shown)
  return { ...titles, items: items.keys }
}

/** Display titles in the tree by canonical title, from whichever form of the tree exists in the language. */
async function titlesOfTree(cache: CacheReader, lang: string): Promise<[title: string, shown: string][]> {
  const ordered = await readIfReadable(cache, { kind: 'hierarchy-order', id: '', lang }, hierarchyOrderSchema)
  const nested = await readIfReadable(cache, { kind: 'hierarchy', id: '', lang }, hierarchySchema)
  return [...flat(ordered ?? []), ...Object.entries(nested?.display_titles ?? {})].map(([title, shown]) => [canonicalTitle(title), shown])
}

const flat = (categories: readonly OrderedCategory[]): [string, string][] =>
  categories.flatMap(({ title, display_title, children }) => [[title, display_title] as [string, string], ...flat(children)])

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: READ_AT_ONCE }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

/**
 * A language's names of tools and parts: `keys` by those names, and the titles of generated pages. A translation lists the same items in
 * the same order, so its n-th item is the source's n-th; one with a different number of items is ignored.
 */
function translatedItems({ needs, items, wikis }: Catalog, named: ReadonlyMap<number, ReturnType<typeof namesInGuide>>) {
  const keys = new Map<string, string>()
  const titles = new Map<string, string>()
  for (const [guideid, listed] of needs) {
    for (const list of ['tools', 'parts'] as const) {
      const names = named.get(guideid)?.[list] ?? []
      if (names.length !== listed[list].length) continue
      for (const [at, { key, name }] of listed[list].entries()) {
        const translated = names[at] ?? ''
        if (itemKey(translated) === itemKey(name)) continue
        if (!keys.has(itemKey(translated))) keys.set(itemKey(translated), key)
        const { page = '', title } = items.get(key) ?? {}
        if (wikis.ITEM.get(page)?.isMade && title === name && !titles.has(page)) titles.set(page, translated)
      }
    }
  }
  return { keys, titles }
}
