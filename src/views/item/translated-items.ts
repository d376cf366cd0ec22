import type { Catalog } from '../catalog/catalog.ts'
import { itemKey } from './need.ts'

/** The names of a guide's tools and parts in a translation, in the guide's order. */
export interface NamesInGuide {
  tools: readonly string[]
  parts: readonly string[]
}

/**
 * A language's names of tools and parts: `keys` by those names, and the titles of generated pages. A translation lists the same items in
 * the same order, so its n-th item is the source's n-th; one with a different number of items is ignored.
 */
export function translatedItems(
  { needs, items, wikis }: Pick<Catalog, 'needs' | 'items' | 'wikis'>,
  named: ReadonlyMap<number, NamesInGuide>,
): { keys: Map<string, string>; titles: Map<string, string> } {
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
