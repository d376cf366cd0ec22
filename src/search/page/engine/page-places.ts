import type { IndexEntry } from '../../index-list.ts'
import type { IndexPlace } from '../../pagefind/index-files.ts'

/** Returns the position of a page of one index by its id. */
export type PlaceOf = (id: string) => number

interface Opened {
  entry: Pick<IndexEntry, 'lang' | 'isTranslation'>
  place: Pick<IndexPlace, 'head'>
}

/** More than there are pages. */
const MOST_PAGES = 1e9

/**
 * The positions of the pages of some indexes among all documents, which break ties: they do not depend on the size of indexes, or on the
 * order in which they were made.
 */
export function placesOfPages(opened: readonly Opened[]): PlaceOf[] {
  const groupOf = ({ entry: { lang, isTranslation } }: Opened): string => `${lang} ${isTranslation}`
  const groups = Map.groupBy(opened, groupOf)
  const numbered = new Map<string, ReadonlyMap<Opened, readonly number[]>>()
  return opened.map((one) => {
    const key = groupOf(one)
    const group = groups.get(key) ?? []
    const start = opened.findIndex((other) => groupOf(other) === key) * MOST_PAGES
    return (id) => {
      const places = numbered.get(key) ?? inDocumentOrder(group)
      numbered.set(key, places)
      return start + (places.get(one)?.[Number.parseInt(id, 36)] ?? 0)
    }
  })
}

/** Pages without a stored position are placed in order, in the positions that are left. */
function inDocumentOrder(group: readonly Opened[]): Map<Opened, readonly number[]> {
  const known = group.map((one) => ({ one, ...one.place.head, isGone: new Set(one.place.head.gone) }))
  const taken = new Set(known.flatMap(({ places, isGone }) => places.filter((_, page) => !isGone.has(page))))
  let next = 0
  const inOrder = (pages: number, isGone: ReadonlySet<number>): number[] =>
    Array.from({ length: pages }, (_, page) => {
      if (isGone.has(page)) return 0
      while (taken.has(next)) next++
      return next++
    })
  return new Map(
    known.map(({ one, packs, places, isGone }) => {
      const pages = packs.reduce((sum, [some]) => sum + some, 0)
      return [one, places.length > 0 ? places : inOrder(pages, isGone)]
    }),
  )
}
