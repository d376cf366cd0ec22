import type { WikiRef } from '../../model/ref.ts'
import { canonicalTitle, visibleTitle } from '../../model/title.ts'
import { ancestorsOf, type CategoryEntry } from '../category/category-tree.ts'
import type { GuideEntry } from './guide-index.ts'
import type { Site } from '../site/site.ts'
import { CATEGORIES, pageAt, pathOf } from '../../routes.ts'
import type { Crumb } from '../site/head.ts'
import { foreignLang } from '../site/lang.ts'
import type { ItemEntry } from '../item/item-index.ts'
import { itemKey } from '../item/need.ts'
import { question } from '../trace/tracked-site.ts'

/** A guide's title in the site's language, otherwise the source title. */
export const guideName = ({ titles }: Site, { guideid, title }: Pick<GuideEntry, 'guideid' | 'title'>): string =>
  titles.guides.get(guideid) ?? title

/** A guide's title from its record, otherwise from the list; a guide without a title is named by its id. */
export const titleOf = ({ catalog, words }: Site, { guideid, title }: { guideid: number; title: string }): string =>
  title || catalog.guides.get(guideid)?.title || words.say('guide.untitled', { id: String(guideid) })

/** The displayed name of a category. */
export const categoryName = (site: Site, { title, display_title }: Pick<CategoryEntry, 'title' | 'display_title'>): string =>
  wikiName(site, { namespace: 'CATEGORY', title }) ?? display_title

/** A wiki's title in the site's language; undefined if it is the source title. */
export const wikiName = ({ titles }: Site, { namespace, title }: Pick<WikiRef, 'namespace' | 'title'>): string | undefined =>
  titles.wikis.get(`${namespace}/${canonicalTitle(title)}`)

/** Breadcrumbs from the top of the tree: the page's category (canonical title, '' for none), then the page, with its language. */
export function crumbsTo(site: Site, category: string, own: string, lang?: string): Crumb[] {
  const entry = site.catalog.categories.get(category)
  const above = entry ? [...ancestorsOf(entry).reverse(), entry] : []
  return [
    { title: site.words.say('categories.title'), href: pageAt(site, CATEGORIES) },
    ...above.map(({ title, display_title }) => ({
      title: categoryName(site, { title, display_title }),
      lang: foreignLang(site, wikiName(site, { namespace: 'CATEGORY', title }) === undefined ? site.sourceLang : site.lang),
      href: pageAt(site, pathOf({ kind: 'wiki', namespace: 'CATEGORY', title })),
    })),
    { title: own, lang },
  ]
}

/** The page of a tool or part that a guide or its translation names, as canonical title; undefined if it has none. */
export const pageOfNeed = question('page of need', ({ catalog, titles }: Site, name: string, target: string): string | undefined => {
  const own = itemKey(name)
  return catalog.items.get(itemKey(target) || (titles.items.get(own) ?? catalog.itemAliases.get(own) ?? own))?.page
})

/** The entry of a page's tool or part. */
export const itemOfPage = ({ catalog }: Site, { title }: Pick<WikiRef, 'title'>): ItemEntry | undefined => catalog.items.get(itemKey(title))

/** The displayed name of a page's tool or part without reading its details. `title` is canonical. */
export const itemTitle = (site: Site, title: string): string =>
  wikiName(site, { namespace: 'ITEM', title }) ?? (site.catalog.wikis.ITEM.get(title)?.display_title || visibleTitle(title))
