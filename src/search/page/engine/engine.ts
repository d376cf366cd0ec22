import type { FilterCounts } from '../../pagefind-api.ts'
import type { Query } from '../query.ts'
import type { Next } from './order.ts'

/** The results of a query. Counts are of all results, by filter and value; those of an active filter ignore that filter. */
export interface SearchResults {
  total: number
  /** True if a page has all words. */
  hasAll: boolean
  /** Typed words that no page of the site has: they may be misspelled. */
  unknown: readonly string[]
  counts: FilterCounts
  /** The next results, best first; none after the last. */
  next: Next
}

/** Another query that has results. */
export interface Suggestion {
  text: string
  answer: SearchResults
}

/** The search of a page. */
export interface SearchEngine {
  /** The first `first` results are loaded at once, because they are needed next. */
  search: (query: Query, first?: number) => Promise<SearchResults>
  /** The likely correction of a query; undefined without one. Its first `first` results are loaded at once. */
  suggest: (query: Query, answer: Pick<SearchResults, 'unknown' | 'total'>, first?: number) => Promise<Suggestion | undefined>
  /** Loads what the counts need; earlier answers have none. Afterwards an empty query counts all pages. */
  loadCounts: () => Promise<void>
}
