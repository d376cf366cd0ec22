import type { WikiRef } from '../../model/ref.ts'
import { nameIn } from '../../model/names.ts'
import { listingPage, pageAt, pathOf } from '../../routes.ts'
import { type GuideLink, guideLinks } from '../catalog/guide-link.ts'
import { categoryName, guideName, itemOfPage } from '../catalog/names.ts'
import { itemsOn, type Pager, pagerOf, pageStart, pageWith } from '../catalog/paging.ts'
import { topOf } from '../category/category-tree.ts'
import type { Site } from '../site/site.ts'
import { question } from '../trace/tracked-site.ts'

/** One page of the guides that name a tool or part, by category. */
export interface UsedIn {
  count: number
  /** The categories of all pages, with links to where they start. */
  contents: { heading: string; count: number; href: string }[]
  sections: UsedInSection[]
  pager: Pager
}

export interface UsedInSection {
  /** The heading's anchor. */
  id: string
  heading: string
  count: number
  guides: GuideLink[]
  /** True if the section started on a previous page. */
  continued: boolean
}

/** The guides below one first-level category. */
interface Group {
  id: string
  heading: string
  guideids: number[]
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
    const group = groups.get(id) ?? { id, heading: top ? categoryName(site, top) : site.words.say('guides.title'), guideids: [] }
    groups.set(id, group)
    group.guideids.push(guideid)
  }
  return [...groups.values()].sort((a, b) => b.guideids.length - a.guideids.length || compare(a.heading, b.heading))
})

/** One page of the guides that name the page's tool or part; undefined if there are none. */
export function usedIn(site: Site, ref: WikiRef, page: number): UsedIn | undefined {
  const groups = groupsOf(site, ref.title)
  const all = groups.flatMap(({ guideids, ...group }) => guideids.map((guideid) => ({ guideid, group })))
  if (all.length === 0) return undefined
  const path = pathOf(ref)
  const countOf = new Map(groups.map(({ id, guideids }) => [id, guideids.length]))
  const before = all[pageStart(page) - 1]?.group.id
  const sections: UsedInSection[] = []
  for (const { guideid, group } of itemsOn(all, page)) {
    if (sections.at(-1)?.id !== group.id)
      sections.push({ ...group, count: countOf.get(group.id) ?? 0, guides: [], continued: sections.length === 0 && before === group.id })
    sections.at(-1)?.guides.push(...guideLinks(site, [guideid]))
  }
  return {
    count: all.length,
    contents: contentsOf(groups, (page) => pageAt(site, listingPage(path, page))),
    sections,
    pager: pagerOf(site, path, page, all.length),
  }
}

function contentsOf(groups: readonly Group[], hrefOf: (page: number) => string): UsedIn['contents'] {
  let start = 0
  return groups.map(({ id, heading, guideids }) => {
    const href = `${hrefOf(pageWith(start))}#${id}`
    start += guideids.length
    return { heading, count: guideids.length, href }
  })
}
