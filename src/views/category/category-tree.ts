import type { CacheReader } from '../../cache/reader.ts'
import { categoryTreeSchema, hierarchyOrderSchema, hierarchySchema, type OrderedCategory, orderTree } from '../../model/hierarchy.ts'
import { canonicalTitle, visibleTitle } from '../../model/title.ts'
import type { GuideEntry } from '../catalog/guide-index.ts'
import { readIfReadable } from '../catalog/records.ts'
import type { WikiEntry } from '../catalog/wiki-index.ts'

/** A category with its place in the tree. */
export interface CategoryEntry {
  /** Canonical: the title that guides and links use. */
  title: string
  /** The displayed title. */
  display_title: string
  /** Undefined at the top level and for a category outside the tree. */
  parent: CategoryEntry | undefined
  /** In the site's order. */
  children: CategoryEntry[]
  /** Subcategories without a page, shown by name only: see catalog/catalog.ts. */
  listed: Pick<CategoryEntry, 'title' | 'display_title'>[]
  /** Guides directly in this category, in list order. */
  guideids: number[]
  /** Guides in this category and its descendants. */
  guideCount: number
  /** False for a category named only by guides, links or the wiki list. */
  inTree: boolean
}

export interface CategoryTree {
  /** By canonical title: the tree from top to bottom, then categories outside the tree. */
  categories: ReadonlyMap<string, CategoryEntry>
  roots: readonly CategoryEntry[]
}

/** The tree in the service's order, plus every category named only by a wiki or a guide. */
export async function buildCategoryTree(cache: CacheReader, guides: Iterable<GuideEntry>, wikis: Iterable<WikiEntry>) {
  const categories = new Map<string, CategoryEntry>()
  const entryOf = (title: string, display_title: string, inTree: boolean): CategoryEntry => {
    const known = categories.get(title)
    if (known) return known
    const entry = {
      title,
      display_title: display_title || visibleTitle(title),
      parent: undefined,
      children: [],
      listed: [],
      guideids: [],
      guideCount: 0,
      inTree,
    }
    categories.set(title, entry)
    return entry
  }
  const place = ({ title, display_title, children }: OrderedCategory, parent: CategoryEntry | undefined): CategoryEntry => {
    const isNew = !categories.has(canonicalTitle(title))
    const entry = entryOf(canonicalTitle(title), display_title, true)
    if (isNew) entry.parent = parent
    // A title can occur twice, but never below itself.
    if (parent && entry !== parent && !ancestorsOf(parent).includes(entry) && !parent.children.includes(entry)) parent.children.push(entry)
    for (const child of children) place(child, entry)
    return entry
  }
  const { tree, more } = await readTree(cache)
  const tops = tree.map((root) => place(root, undefined))
  /** Categories that only another form of the tree contains are added where that form has them. */
  const fill = (others: readonly OrderedCategory[], parent: CategoryEntry | undefined): void => {
    for (const other of others) {
      const known = categories.get(canonicalTitle(other.title))
      if (known) fill(other.children, known)
      else if (parent) place(other, parent)
      else tops.push(place(other, parent))
    }
  }
  fill(more, undefined)
  const roots = [...new Set(tops)].filter(({ parent }) => !parent)
  for (const { title, display_title } of wikis) entryOf(canonicalTitle(title), display_title, false)
  for (const { category, guideid } of guides) if (category) entryOf(category, '', false).guideids.push(guideid)
  for (const entry of categories.values()) {
    if (entry.guideids.length > 0) for (const above of [entry, ...ancestorsOf(entry)]) above.guideCount += entry.guideids.length
  }
  return { categories, roots }
}

/** The ancestors of a category, closest first. */
export function ancestorsOf(category: CategoryEntry): CategoryEntry[] {
  const above: CategoryEntry[] = []
  for (let next = category.parent; next; next = next.parent) above.push(next)
  return above
}

/** The first-level ancestor of a category, or the category itself. */
export const topOf = (category: CategoryEntry): CategoryEntry => ancestorsOf(category).at(-1) ?? category

/** Prefers the form that keeps the site's order, then the nested one, then the bare one. */
async function readTree(cache: CacheReader): Promise<{ tree: OrderedCategory[]; more: OrderedCategory[] }> {
  const nested = await readIfReadable(cache, { kind: 'hierarchy', id: '' }, hierarchySchema)
  const ordered = await readIfReadable(cache, { kind: 'hierarchy-order', id: '' }, hierarchyOrderSchema)
  const more = nested ? orderTree(nested.hierarchy, nested.display_titles) : []
  if (ordered) return { tree: ordered, more }
  if (nested) return { tree: more, more: [] }
  return { tree: orderTree((await readIfReadable(cache, { kind: 'categories', id: '' }, categoryTreeSchema)) ?? {}), more: [] }
}
