import { CATEGORIES, pageAt, pathOf } from '../../routes.ts'
import { ancestorsOf } from './category-tree.ts'
import type { Crumb } from '../site/head.ts'
import { foreignLang } from '../site/lang.ts'
import { categoryName, wikiName } from '../catalog/names.ts'
import type { Site } from '../site/site.ts'

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
