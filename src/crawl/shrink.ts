import type { ListName } from '../cache/layout.ts'

/** A list that has fewer items than the crawl may accept. */
export interface Shrinkage {
  list: ListName
  items: number
  before: number
}

/**
 * True when a list has lost more than `allowPercent` of its items. A single lost item is everyday life where a list is short, unless
 * it was the only one. `before`: in the last finished crawl, 0 when there was none.
 */
export function hasShrunk(items: number, before: number, allowPercent: number): boolean {
  const lost = before - items
  return (lost > 1 || items === 0) && lost > (before * allowPercent) / 100
}
