import { pageAt, pathOf } from '../../routes.ts'
import { categoryName } from '../catalog/names.ts'
import type { Site } from '../site/site.ts'
import { howMany } from '../site/words.ts'
import type { CategoryEntry } from './category-tree.ts'

/** A category by name with its subcategories. */
export interface TreeNode {
  title: string
  href: string
  /** `12 guides`; '' for none. */
  guides: string
  below: TreeNode[]
  /** `340 categories`: the number of direct subcategories left out of {@link below} because the page would be too long; '' for none. */
  more: string
}

/** Names per page: as large as a long guide. */
const MOST_NAMES = 1000

/**
 * The tree level by level, as far as it fits on a page, and how many names it leaves out. Empty if there is one level only, which the cards
 * already show.
 */
export function unfoldedTree(site: Site): { tree: TreeNode[]; left: number } {
  const { roots, categories } = site.catalog
  const unfolded = thoseThatFit(roots)
  if (unfolded.size === 0) return { tree: [], left: 0 }
  const names = [...unfolded].reduce((sum, { children }) => sum + children.length, roots.length)
  const all = [...categories.values()].filter(({ inTree }) => inTree)
  return { tree: roots.map((root) => nodeOf(site, root, unfolded)), left: all.length - names }
}

/** The categories whose children are shown, top-level ones first. */
function thoseThatFit(roots: readonly CategoryEntry[]): Set<CategoryEntry> {
  const unfolded = new Set<CategoryEntry>()
  let names = roots.length
  for (let level = roots; level.length > 0; level = level.filter((entry) => unfolded.has(entry)).flatMap(({ children }) => children))
    for (const entry of level) {
      if (entry.children.length === 0 || names + entry.children.length > MOST_NAMES) continue
      names += entry.children.length
      unfolded.add(entry)
    }
  return unfolded
}

function nodeOf(site: Site, category: CategoryEntry, unfolded: ReadonlySet<CategoryEntry>): TreeNode {
  const { title, children, guideCount } = category
  const isUnfolded = unfolded.has(category)
  return {
    title: categoryName(site, category),
    href: pageAt(site, pathOf({ kind: 'wiki', namespace: 'CATEGORY', title })),
    guides: howMany(site.words, 'count.guides', guideCount),
    below: isUnfolded ? children.map((child) => nodeOf(site, child, unfolded)) : [],
    more: isUnfolded ? '' : howMany(site.words, 'count.categories', children.length),
  }
}
