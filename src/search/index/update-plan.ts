import type { SearchDocument } from '../document.ts'
import { groupOf, type IndexedPage } from './indexed-page.ts'
import type { KnownEntry } from './index-maker.ts'
import type { UpdateLimits } from './sizes.ts'

/** The folders of indexes to remake together with what is new; or that all are remade, with a reason if it is worth reporting. */
export type UpdatePlan = { remade: ReadonlySet<string> } | { whole: string }

interface Changes {
  /** The existing indexes. */
  entries: readonly KnownEntry[]
  /** Unchanged pages. */
  kept: readonly Pick<IndexedPage, 'folder'>[]
  /** New or changed pages. */
  documents: readonly Pick<SearchDocument, 'lang' | 'isTranslation'>[]
}

/** The indexes of a language, with the number of pages left in each. */
interface Group {
  indexes: readonly { entry: KnownEntry; left: number }[]
  /** Including new pages. */
  pages: number
  fresh: number
}

/**
 * Plans an incremental update. Indexes stay as they are, and new pages are added to a recent index; once too many pages are gone or in
 * recent indexes, the whole index is remade. A small group is remade on any change, and a site that is small in every language always as a
 * whole, so that its index has the same bytes each time.
 */
export function planUpdate({ entries, kept, documents }: Changes, limits: UpdateLimits): UpdatePlan {
  const left = Map.groupBy(kept, ({ folder }) => folder)
  const fresh = Map.groupBy(documents, groupOf)
  const ofGroups = Map.groupBy(entries, groupOf)
  const groups = [...new Set([...ofGroups.keys(), ...fresh.keys()])].map((name): Group => {
    const indexes = (ofGroups.get(name) ?? []).map((entry) => ({ entry, left: left.get(entry.folder)?.length ?? 0 }))
    const added = fresh.get(name)?.length ?? 0
    return { indexes, pages: indexes.reduce((sum, { left }) => sum + left, added), fresh: added }
  })
  if (groups.every(({ pages }) => pages <= limits.wholeUpTo)) return { whole: '' }
  const remade = new Set<string>()
  for (const group of groups) {
    const plan = planGroup(group, limits)
    if (typeof plan === 'string') return { whole: plan }
    for (const folder of plan) remade.add(folder)
  }
  return { remade }
}

/** The folders to remake; a sentence if the whole index is remade. */
function planGroup({ indexes, pages, fresh }: Group, limits: UpdateLimits): string[] | string {
  if (fresh === 0 && indexes.every(({ entry, left }) => left === entry.pages)) return []
  if (pages <= limits.wholeUpTo) return indexes.map(({ entry }) => entry.folder)
  const recent = indexes.filter(({ entry }) => entry.isRecent)
  const gone = indexes.reduce((sum, { entry, left }) => sum + (entry.isRecent ? left : entry.pages - left), 0)
  if (gone + fresh > limits.changedShare * pages)
    return `The search index is rebuilt, since ${gone + fresh} of its pages are gone or in recent parts.`
  const empty = recent.filter(({ left }) => left === 0)
  const [smallest] = recent.filter(({ left }) => left > 0).sort((a, b) => a.left - b.left)
  const grows = fresh > 0 && smallest && smallest.left + fresh <= limits.recentPages ? [smallest] : []
  if (fresh > 0 && grows.length === 0 && recent.length - empty.length >= limits.recentIndexes)
    return `The search index is rebuilt, since its ${recent.length} recent parts are full.`
  return [...empty, ...grows].map(({ entry }) => entry.folder)
}
