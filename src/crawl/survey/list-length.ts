import type { ListPage } from '../../model/envelope.ts'

/** A longer list is treated as endless. */
const MOST_ITEMS = 10_000_000

/**
 * The number of items of a list, from about twice the logarithm of its pages: offsets double until a page is empty, and the gap is then
 * bisected. Exact unless the service filters after paging, in which case it is slightly too large; undefined for an endless list. Throws
 * what `askPage` throws.
 */
export async function lengthOf(askPage: (offset: number) => Promise<ListPage>, lastOffset = Infinity): Promise<number | undefined> {
  const { items: first, total } = await askPage(0)
  if (total !== undefined || first.length === 0) return total ?? 0
  /** Items are known up to here, and a page that starts at `empty` has none. */
  let [there, empty] = [first.length, Infinity]
  while (there < empty) {
    const offset = isFinite(empty) ? Math.floor((there + empty) / 2) : there < 2 * first.length ? there : 2 * there
    const items = offset > lastOffset ? [] : (await askPage(offset)).items
    if (offset > MOST_ITEMS) return undefined
    if (items.length === 0) empty = offset
    // The service ignores the offset: there is only one page.
    else if (JSON.stringify(items) === JSON.stringify(first)) return first.length
    else there = offset + items.length
    // A short page is likely to be the last.
    if (items.length > 0 && items.length < first.length && there < empty && (await askPage(there)).items.length === 0) empty = there
  }
  return there
}
