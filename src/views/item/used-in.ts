import type { WikiRef } from '../../model/ref.ts'
import { nameIn } from '../../model/names.ts'
import { pathOf } from '../../routes.ts'
import { guideLinks } from '../catalog/guide-link.ts'
import { categoryName, guideName, itemOfPage } from '../catalog/names.ts'
import { groupsOn } from '../catalog/paging.ts'
import { topOf } from '../category/category-tree.ts'
import type { Site } from '../site/site.ts'
import { question } from '../trace/tracked-site.ts'

/** The guides below one first-level category. */
interface Group {
  /** The heading's anchor. */
  id: string
  heading: string
  entries: number[]
}

/** The heading id for guides without a category. */
const NO_CATEGORY = 'guides'

/** Largest group first; within each by name, archived guides last. */
const groupsOf = question('guides that name item', (site: Site, title: string): Group[] => {
  const { guides, categories } = site.catalog
  const { compare } = new Intl.Collator(site.lang, { numeric: true })
  const entries = (itemOfPage(site, { title })?.guideids ?? []).map((guideid) => guides.get(guideid)).filter((guide) => guide !== undefined)
  entries.sort((a, b) => Number(a.archived) - Number(b.archived) || compare(guideName(site, a), guideName(site, b)))
  const groups = new Map<string, Group>()
  for (const { guideid, category } of entries) {
    const own = categories.get(category)
    const top = own && topOf(own)
    const id = top ? nameIn('category', top.title) : NO_CATEGORY
    const group = groups.get(id) ?? { id, heading: top ? categoryName(site, top) : site.words.say('guides.title'), entries: [] }
    groups.set(id, group)
    group.entries.push(guideid)
  }
  return [...groups.values()].sort((a, b) => b.entries.length - a.entries.length || compare(a.heading, b.heading))
})

/** One page of the guides that name the page's tool or part, by category; undefined if there are none. */
export function usedIn(site: Site, ref: WikiRef, page: number) {
  const { count, contents, parts, pager } = groupsOn(site, pathOf(ref), page, groupsOf(site, ref.title))
  if (count === 0) return undefined
  const sections = parts.map(({ entries, ...part }) => ({ ...part, guides: guideLinks(site, entries) }))
  return { count, contents, sections, pager }
}
export type UsedIn = NonNullable<ReturnType<typeof usedIn>>
