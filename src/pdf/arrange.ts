import type { GuidePage } from './guide-pages.ts'
import type { Crumb, Standing } from './read-page.ts'

/** A category below that of a book, as the site's tree has it. */
export interface Branch {
  /** The name of its page: `kettle-1a2b3c4d`. */
  page: string
  title: string
  below: Branch[]
}

/** A guide of a book, and what its page says. */
export type BookGuide = GuidePage & Standing

/** A guide at its place in a book. */
export interface PlacedGuide extends BookGuide {
  /** The categories between the book's and the guide, the topmost first. */
  above: readonly Crumb[]
}

/**
 * Guides in the order of a book: the category's own by their numbers, then category after category those below. The tree decides, and for a category that it does not have,
 * the breadcrumbs; without a tree, categories come by their titles. Guides that do not stand below `top`, the name of a category's page, come first.
 */
export function arrange(guides: readonly BookGuide[], top: string, tree: readonly Branch[] | undefined, lang: string): PlacedGuide[] {
  const root: Branch = { page: top, title: '', below: structuredClone([...(tree ?? [])]) }
  const titles = new Map(guides.flatMap(({ categories }) => categories.map((crumb) => [crumb.page, crumb])))
  const known = placesIn(root)
  for (const { categories } of guides) {
    const way = belowTop(categories, top)
    if (!known.has(way.at(-1)?.page ?? top)) grow(root, way)
  }
  if (!tree) sortByTitle(root.below, new Intl.Collator(lang, { numeric: true }))
  const places = placesIn(root)
  return guides
    .map((guide) => ({ guide, place: places.get(guide.categories.at(-1)?.page ?? top) ?? { at: 0, way: [] } }))
    .sort((a, b) => a.place.at - b.place.at || a.guide.guideid - b.guide.guideid)
    .map(({ guide, place }) => ({ ...guide, above: place.way.map(({ page, title }) => titles.get(page) ?? { page, title }) }))
}

const belowTop = (categories: readonly Crumb[], top: string): Crumb[] => {
  const at = categories.findIndex(({ page }) => page === top)
  return at < 0 ? [] : categories.slice(at + 1)
}

function grow(root: Branch, way: readonly Crumb[]): void {
  let branch = root
  for (const { page, title } of way) {
    let next = branch.below.find((below) => below.page === page)
    if (!next) branch.below.push((next = { page, title, below: [] }))
    branch = next
  }
}

function sortByTitle(branches: Branch[], collator: Intl.Collator): void {
  branches.sort((a, b) => collator.compare(a.title, b.title))
  for (const { below } of branches) sortByTitle(below, collator)
}

/** Where each category comes in the tree, and the way to it. One that stands at several places has the first. */
function placesIn(root: Branch): Map<string, { at: number; way: readonly Branch[] }> {
  const places = new Map<string, { at: number; way: readonly Branch[] }>()
  const walk = (branch: Branch, way: readonly Branch[]): void => {
    if (!places.has(branch.page)) places.set(branch.page, { at: places.size, way })
    for (const below of branch.below) walk(below, [...way, below])
  }
  walk(root, [])
  return places
}
