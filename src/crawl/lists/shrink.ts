/**
 * What has shrunk so much since the last finished crawl that the service may be wrong: a list (by name), a category tree (by kind), or the
 * records of a kind, the rest of which are now gone or private.
 */
export interface Shrinkage {
  of: 'list' | 'tree' | 'records'
  list: string
  items: number
  before: number
}

/**
 * True if a list has lost more than `allowPercent` of its items. A single lost item is normal in a short list, unless it was the only one.
 * `before` is the length in the last finished crawl, 0 if there was none.
 */
export function hasShrunk(items: number, before: number, allowPercent: number): boolean {
  const lost = before - items
  return (lost > 1 || items === 0) && lost > (before * allowPercent) / 100
}
