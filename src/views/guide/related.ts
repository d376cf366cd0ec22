import { addressFrom } from '../../routes.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { CategoryEntry } from '../category/category-tree.ts'
import type { GuideEntry } from '../catalog/guide-index.ts'
import { type GuideLink, guideLink } from '../catalog/guide-link.ts'
import type { Site } from '../site/site.ts'
import { onceFor, question } from '../trace/tracked-site.ts'

const MOST_ALIKE = 6
/** Tags with more guides are ignored, and categories are scanned up to this many: it limits the cost per page to a few thousand lookups. */
const MOST_TOLD = 500
const SAME_CATEGORY = 4
const NEXT_CATEGORY = 3
const SISTER_CATEGORY = 2
/** The score of a shared tag; tags with many guides score less. */
const SHARED_TAG = 2
const SAME_TYPE = 0.5

/**
 * The guides most similar to one: in the same, a sibling, parent or child category, or with the same tags. Uses the names in memory, with a
 * deterministic order. Archived and private guides and those in `except` are left out.
 */
const alike = question('guides like', (site: Site, guideid: number, except: readonly number[]): GuideLink[] => {
  const { guides, categories } = site.catalog
  const guide = guides.get(guideid)
  if (!guide) return []
  const category = categories.get(guide.category)
  const scores = category ? scoresNear(category) : new Map<number, number>()
  for (const tag of new Set(guide.tags)) {
    const ids = guidesByTag(site.catalog).get(tag) ?? []
    if (ids.length > 1 && ids.length <= MOST_TOLD) add(scores, ids, SHARED_TAG / Math.log2(ids.length))
  }
  const best: Scored[] = []
  for (const [id, score] of scores) {
    const last = best[MOST_ALIKE - 1]
    // Most are of a neighbouring category, and need no closer look.
    if (last && score + SAME_TYPE < last.score) continue
    const entry = guides.get(id)
    if (!entry || id === guideid || entry.archived || entry.private || except.includes(id)) continue
    const scored = { entry, score: score + (entry.type === guide.type ? SAME_TYPE : 0) }
    if (last && compare(scored, last) >= 0) continue
    const place = best.findIndex((other) => compare(scored, other) < 0)
    if (place >= 0) best.splice(place, 0, scored)
    else if (best.length < MOST_ALIKE) best.push(scored)
    if (best.length > MOST_ALIKE) best.pop()
  }
  return best.map(({ entry }) => guideLink(site, entry))
})

interface Scored {
  entry: GuideEntry
  score: number
}

const compare = (a: Scored, b: Scored): number =>
  b.score - a.score || b.entry.modified_date - a.entry.modified_date || a.entry.guideid - b.entry.guideid

/** The scores that a category gives to the guides in and around it. */
function scoresNear(category: CategoryEntry): Map<number, number> {
  const { guideids, parent, children } = category
  const scores = new Map<number, number>()
  add(scores, guideids, SAME_CATEGORY)
  add(scores, someOf([...(parent ? [parent] : []), ...children]), NEXT_CATEGORY)
  add(scores, someOf(parent?.children.filter((other) => other !== category) ?? []), SISTER_CATEGORY)
  return scores
}

function add(scores: Map<number, number>, ids: readonly number[], score: number): void {
  for (const id of ids.slice(0, MOST_TOLD)) scores.set(id, (scores.get(id) ?? 0) + score)
}

/** Links to similar guides: see {@link alike}. */
export const relatedGuides = (site: Site, guideid: number, except: readonly number[]): GuideLink[] =>
  alike(site, guideid, except).map((guide) => ({ ...guide, href: addressFrom(site, guide.href) }))

const someOf = (categories: readonly CategoryEntry[]): number[] =>
  categories.slice(0, MOST_TOLD).flatMap(({ guideids }) => guideids.slice(0, MOST_ALIKE))

const guidesByTag = onceFor(({ guides }: Catalog): ReadonlyMap<string, number[]> => {
  const index = new Map<string, number[]>()
  for (const { guideid, tags } of guides.values()) {
    for (const tag of new Set(tags)) {
      const ids = index.get(tag) ?? []
      index.set(tag, ids)
      ids.push(guideid)
    }
  }
  return index
})
