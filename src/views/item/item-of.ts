import type { WikiRef } from '../../model/ref.ts'
import { visibleTitle } from '../../model/title.ts'
import { wikiName } from '../catalog/names.ts'
import type { Site } from '../site/site.ts'
import type { ItemEntry } from './item-index.ts'
import { itemKey, type Need } from './need.ts'

/** The entry of a tool or part that a guide or its translation names. */
export function itemOf({ catalog, titles }: Site, { name, target }: Pick<Need, 'name' | 'target'>): ItemEntry | undefined {
  const own = itemKey(name)
  return catalog.items.get(itemKey(target) || (titles.items.get(own) ?? catalog.itemAliases.get(own) ?? own))
}

/** The entry of a page's tool or part. */
export const itemOfPage = ({ catalog }: Site, { title }: Pick<WikiRef, 'title'>): ItemEntry | undefined => catalog.items.get(itemKey(title))

/** The displayed name of a page's tool or part without reading its details. `title` is canonical. */
export const itemTitle = (site: Site, title: string): string =>
  wikiName(site, { namespace: 'ITEM', title }) ?? (site.catalog.wikis.ITEM.get(title)?.display_title || visibleTitle(title))
