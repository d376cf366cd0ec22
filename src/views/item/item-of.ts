import type { WikiRef } from '../../model/ref.ts'
import { visibleTitle } from '../../model/title.ts'
import { wikiName } from '../catalog/names.ts'
import type { Site } from '../site/site.ts'
import type { ItemEntry } from './item-index.ts'
import { itemKey, type Need } from './need.ts'

/** The key of a tool or part that a guide, or its translation, names: one for all names of a thing. */
export function keyOfItem({ catalog, titles }: Site, { name, target }: Pick<Need, 'name' | 'target'>): string {
  const own = itemKey(name)
  return itemKey(target) || (titles.items.get(own) ?? catalog.itemAliases.get(own) ?? own)
}

/** What is known about a tool or part that a guide, or its translation, names. */
export const itemOf = (site: Site, need: Pick<Need, 'name' | 'target'>): ItemEntry | undefined =>
  site.catalog.items.get(keyOfItem(site, need))

/** What is known about the tool or part of a page. */
export const itemOfPage = ({ catalog }: Site, { title }: Pick<WikiRef, 'title'>): ItemEntry | undefined => catalog.items.get(itemKey(title))

/** What people call the tool or part of a page, of which no details are at hand. `title` is canonical. */
export const itemTitle = (site: Site, title: string): string =>
  wikiName(site, { namespace: 'ITEM', title }) ?? (site.catalog.wikis.ITEM.get(title)?.display_title || visibleTitle(title))
