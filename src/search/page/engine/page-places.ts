import type { IndexEntry } from '../../index-list.ts'
import type { IndexHead } from '../../pagefind/index-head.ts'

/** Returns the position of a page of one index by its id. */
export type PlaceOf = (id: string) => number

interface Opened {
  entry: Pick<IndexEntry, 'lang' | 'isTranslation' | 'pages'>
  head: Pick<IndexHead, 'packs' | 'gone' | 'places'>
}

/** More than there are pages. */
const MOST_PAGES = 1e9

/**
 * The positions of the pages of some indexes among all documents, which break ties: they do not depend on the size of indexes, or on the
 * order in which they were made.
 */
export function placesOfPages(opened: readonly Opened[]): PlaceOf[] {
  const groups = Map.groupBy(opened, ({ entry: { lang, isTranslation } }) => `${lang} ${isTranslation}`)
  const firstOf = new Map(Array.from(groups, ([group, [first]]) => [group, first ? opened.indexOf(first) : 0]))
  const places = new Map<Opened, PlaceOf>()
  for (const [group, some] of groups) {
    const start = (firstOf.get(group) ?? 0) * MOST_PAGES
    let numbered: ReadonlyMap<Opened, readonly number[]> | undefined
    for (const one of some) {
      places.set(one, (id) => {
        numbered ??= inDocumentOrder(some)
        return start + (numbered.get(one)?.[Number.parseInt(id, 36)] ?? 0)
      })
    }
  }
  return opened.map((one) => places.get(one) ?? (() => 0))
}

/** Pages without a stored position are placed in order, in the positions that are left. */
function inDocumentOrder(group: readonly Opened[]): Map<Opened, readonly number[]> {
  const told = group.filter(({ head }) => head.places.length > 0)
  const taken = new Set(told.flatMap(({ head }) => placesLeft(head)))
  let next = 0
  const inOrder = ({ head: { packs, gone } }: Opened): number[] => {
    const isGone = new Set(gone)
    return Array.from({ length: packs.reduce((sum, [pages]) => sum + pages, 0) }, (_, page) => {
      if (isGone.has(page)) return 0
      while (taken.has(next)) next++
      return next++
    })
  }
  return new Map(group.map((one) => [one, one.head.places.length > 0 ? one.head.places : inOrder(one)]))
}

function placesLeft({ places, gone }: Opened['head']): number[] {
  const isGone = new Set(gone)
  return places.filter((_, page) => !isGone.has(page))
}
