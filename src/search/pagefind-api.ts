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
  /** In which fields of metadata, as bits of FIELD. */
  fields: number
  data: () => Promise<Fragment>
  /** The numbers of the words that were found in `raw_content`. */
  places: () => Promise<readonly number[]>
}

/** What Pagefind itself gives for a result. */
export interface PagefindResult {
  id: string
  score: number
  words: number[]
  matchedMetaFields?: string[]
  data: () => Promise<Fragment>
}

export interface Fragment {
  url: string
  /** All words of the page. */
  content: string
  /** The same as HTML, with zero-width spaces between the words of languages that have no spaces. */
  raw_content: string
  meta: Record<string, string>
  filters: Record<string, string[]>
  /** All elements with an id; `location` is the number of the word that follows. */
  anchors: { element: string; id: string; text: string; location: number }[]
}

export interface FoundPages {
  results: Found[]
  /** Counts also what the filters do not let through. */
  unfilteredResultCount: number
}

export interface Instance {
  /** Null finds everything that the filters let through. */
  search: (text: string | null, options: SearchOptions) => Promise<FoundPages>
}

export interface InstanceOptions {
  baseUrl: string
  ranking: { metaWeights: Record<string, number> }
}

export interface PagefindAnswer {
  results: PagefindResult[]
  unfilteredResultCount: number
}

/** What {@link PagefindFactory} makes for one index. */
export interface PagefindModule {
  createInstance: (options: InstanceOptions & { basePath: string; noWorker: true }) => {
    search: (text: string | null, options: SearchOptions) => Promise<PagefindAnswer>
  }
}

/** What the module `pagefind.js` exports, see pagefind/classic.ts: each index has a module of its own, since the instances of one would spoil each other's memory. */
export type PagefindFactory = (fetch: (address: string) => Promise<Response>, document: object) => PagefindModule
