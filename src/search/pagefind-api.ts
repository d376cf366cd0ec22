// What we use of Pagefind's browser API, which has no types of its own. Version 1.5.

/** The number of results by filter and value. */
export type FilterCounts = Record<string, Record<string, number>>

/** By filter, the values that pages must have, or must not have. */
export type Filters = Record<string, { any: string[] }> | { not: Record<string, { any: string[] }> }

export interface SearchOptions {
  filters?: Filters
  sort?: Record<string, 'asc' | 'desc'>
}

export interface Found {
  id: string
  /** Higher is better; with `sort` it is the position in the order, counting down from 0. */
  score: number
  /** The metadata fields with matches, as bits of FIELD. */
  fields: number
  data: () => Promise<Fragment>
  /** The numbers of the matched words in `raw_content`. */
  places: () => Promise<readonly number[]>
}

/** Pagefind's own form of a result. */
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
  /** The same as HTML, with zero-width spaces between words of languages without spaces. */
  raw_content: string
  meta: Record<string, string>
  filters: Record<string, string[]>
  /** All elements with an id; `location` is the number of the following word. */
  anchors: { element: string; id: string; text: string; location: number }[]
}

export interface FoundPages {
  results: Found[]
  /** Also counts pages excluded by the filters. */
  unfilteredResultCount: number
}

/** Searches one index. Null finds all pages that match the filters. */
export type SearchIndex = (text: string | null, options: SearchOptions) => Promise<FoundPages>

export interface PagefindAnswer {
  results: PagefindResult[]
  unfilteredResultCount: number
}

/** Created by {@link PagefindFactory} for one index. */
export interface PagefindModule {
  createInstance: (options: { basePath: string; baseUrl: string; noWorker: true; ranking: { metaWeights: Record<string, number> } }) => {
    search: (text: string | null, options: SearchOptions) => Promise<PagefindAnswer>
  }
}

/**
 * The export of the module `pagefind.js`, see pagefind/classic.ts: each index has its own module instance, since instances of one module
 * would share state.
 */
export type PagefindFactory = (fetch: (address: string) => Promise<Response>, document: object) => PagefindModule

/** The metadata fields that a match was found in, as bits. */
export const FIELD = { title: 1, path: 2, lead: 4 } as const

const FIELDS: Readonly<Record<string, number>> = {
  title: FIELD.title,
  titleSpellings: FIELD.title,
  breadcrumb: FIELD.path,
  pathSpellings: FIELD.path,
  lead: FIELD.lead,
}

export const fieldsOf = (names: readonly string[] = []): number => names.reduce((bits, name) => bits | (FIELDS[name] ?? 0), 0)
