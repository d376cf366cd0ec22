// What we use of Pagefind's browser side, which has no types of its own. Version 1.5.

/** How many of the results have each value of each filter. */
export type FilterCounts = Record<string, Record<string, number>>

/** By filter, which values let a page through; and which do not. */
export type Filters = Record<string, { any: string[] }> | { not: Record<string, { any: string[] }> }

export interface SearchOptions {
  filters?: Filters
  sort?: Record<string, 'asc' | 'desc'>
}

export interface Found {
  id: string
  /** Higher is better; with `sort` it is the place in the order, counted downwards from 0. */
  score: number
  data: () => Promise<Fragment>
}

/** A place in a page: an excerpt holds `<mark>` and the entities `&lt;` and `&gt;`, all else in it is plain text. */
export interface SubResult {
  title: string
  url: string
  excerpt: string
  anchor?: { id: string }
  weighted_locations: { balanced_score: number }[]
}

export interface Fragment {
  url: string
  /** All words of the page. */
  content: string
  excerpt: string
  meta: Record<string, string>
  filters: Record<string, string[]>
  /** All elements with an id. */
  anchors: { id: string }[]
  sub_results: SubResult[]
}

export interface Instance {
  /** Null finds everything that the filters let through. Filters are counted once they have been loaded. */
  search: (text: string | null, options: SearchOptions) => Promise<{ results: Found[]; filters: FilterCounts }>
  /** Loads all filters and counts them over the whole index. */
  filters: () => Promise<FilterCounts>
}

export interface InstanceOptions {
  basePath: string
  baseUrl: string
  excerptLength: number
  indexWeight: number
  /** Pagefind then starts no worker. */
  noWorker?: boolean
  ranking: { metaWeights: Record<string, number> }
}

/** The module `pagefind.js` of one index, which knows the word stems of its language. */
export interface PagefindModule {
  createInstance: (options: InstanceOptions) => Instance
}
