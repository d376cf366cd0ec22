import type { WikiRef } from '../../model/ref.ts'
import { nameIn } from '../../model/names.ts'
import { pathOf } from '../../routes.ts'
import { guideLinks } from '../catalog/guide-link.ts'
import { categoryName, guideName, itemOfPage } from '../catalog/names.ts'
import { groupsOn } from '../catalog/paging.ts'
import { topOf } from '../category/category-tree.ts'
import type { Site } from '../site/site.ts'
import { question } from '../trace/tracked-site.ts'

/** The anchor of the heading of guides without a category. */
const NO_CATEGORY = 'guides'

/** The guides below each first-level category. Largest group first; within each by name, archived guides last. */
const groupsOf = question('guides that name item', (site: Site, title: string) => {
  const { guides, categories } = site.catalog
  const { compare } = new Intl.Collator(site.lang, { numeric: true })
  const entries = (itemOfPage(site, { title })?.guideids ?? []).map((guideid) => guides.get(guideid)).filter((guide) => guide !== undefined)
  entries.sort((a, b) => Number(a.archived) - Number(b.archived) || compare(guideName(site, a), guideName(site, b)))
  const byTop = Map.groupBy(entries, ({ category }) => {
    const own = categories.get(category)
    return own && topOf(own)
  })
  const groups = Array.from(byTop, ([top, below]) => ({
    id: top ? nameIn('category', top.title) : NO_CATEGORY,
    heading: top ? categoryName(site, top) : site.words.say('guides.title'),
    entries: below.map(({ guideid }) => guideid),
  }))
  return groups.sort((a, b) => b.entries.length - a.entries.length || compare(a.heading, b.heading))
})

/** One page of the guides that name the page's tool or part, by category; undefined if there are none. */
export function usedIn(site: Site, ref: WikiRef, page: number) {
  const { count, contents, parts, pager } = groupsOn(site, pathOf(ref), page, groupsOf(site, ref.title))
  if (count === 0) return undefined
  const sections = parts.map(({ entries, ...part }) => ({ ...part, guides: guideLinks(site, entries) }))
  return { count, contents, sections, pager }
}
export type UsedIn = NonNullable<ReturnType<typeof usedIn>>
