import { CATEGORIES, listingPage, pageAt, pathOf } from '../../routes.ts'
import { categoryCards } from '../catalog/card.ts'
import type { CategoryEntry } from './category-tree.ts'
import type { PageHead } from '../site/head.ts'
import { categoryName } from '../catalog/names.ts'
import { itemsOn, pagedTitle, pageParams, pagerOf } from '../catalog/paging.ts'
import { searchFor } from '../search/search-page.ts'
import type { Site } from '../site/site.ts'
import { howMany } from '../site/words.ts'
import { unfoldedTree } from './unfolded-tree.ts'

const NAMES_BELOW = 6

/** The top of the tree, followed by categories outside the tree. */
export const firstLevel = ({ catalog }: Site): CategoryEntry[] => [
  ...catalog.roots,
  ...[...catalog.categories.values()].filter(({ inTree }) => !inTree),
]

export const categoriesPages = (site: Site): (string | undefined)[] => pageParams(firstLevel(site).length)

/** One page of the first level of the tree, followed by categories outside the tree. */
export async function categoriesView(site: Site, page: number) {
  const all = firstLevel(site)
  const shown = itemsOn(all, page)
  const { words } = site
  const { tree, left } = page === 1 ? unfoldedTree(site) : { tree: [], left: 0 }
  return {
    head: {
      title: pagedTitle(site, words.say('categories.title'), page),
      description: words.say('categories.description', { site: site.name }),
      path: listingPage(CATEGORIES, page),
    } satisfies PageHead,
    lead: sizeOf(site),
    branches: (await Promise.all(shown.filter(({ inTree }) => inTree).map((category) => branchesOf(site, category)))).flat(),
    /** Categories that only guides or wikis name. */
    unplaced: await categoryCards(
      site,
      shown.filter(({ inTree }) => !inTree),
    ),
    pager: pagerOf(site, CATEGORIES, page, all.length),
    /** On the first page: the tree, collapsible. */
    tree,
    /** The search of all categories, if the tree lacks some. */
    whole:
      left > 0
        ? {
            href: searchFor(site, 'kind', 'category'),
            title: words.say('categories.searchAll', { things: words.count('count.categories', site.catalog.categories.size) }),
          }
        : undefined,
  }
}

/** `1,234 guides in 56 categories`; zero counts are omitted. */
export function sizeOf({ catalog: { guides, categories }, words }: Site): string {
  if (guides.size === 0 || categories.size === 0)
    return howMany(words, 'count.guides', guides.size) || howMany(words, 'count.categories', categories.size)
  return words.say('home.size', {
    guides: words.count('count.guides', guides.size),
    inCategories: words.count('home.inCategories', categories.size),
  })
}

/** The card of a top-level category with the names of some of its subcategories; none if it cannot be created. */
async function branchesOf(site: Site, category: CategoryEntry) {
  const below = category.children.slice(0, NAMES_BELOW).map(({ title, display_title }) => ({
    title: categoryName(site, { title, display_title }),
    href: pageAt(site, pathOf({ kind: 'wiki', namespace: 'CATEGORY', title })),
  }))
  return (await categoryCards(site, [category])).map((card) => ({ ...card, below }))
}
