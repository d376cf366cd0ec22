/**
 * What has become so much less than in the last finished crawl that the service may be wrong: a list (its name) of items, a tree (its kind) of
 * categories, or the records of a kind, of which the rest answered that they are gone or private.
 */
export interface Shrinkage {
  of: 'list' | 'tree' | 'records'
  list: string
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
