import type { SearchResults } from './engine.ts'
import type { Hit } from './hit.ts'
import type { SearchPlace } from './search-place.ts'
import type { IndexEntry } from '../../index-list.ts'
import type { SearchOptions } from '../../pagefind-api.ts'
import type { IndexPlace } from '../../pagefind/index-files.ts'
import type { Query } from '../query.ts'

/**
 * What a page asks the worker of its engines, and that worker the workers of further indexes. Engines, answers, indexes and results are
 * named by a number that the worker gave them.
 */
export type Question =
  | { ask: 'open engine'; place: SearchPlace; list: readonly IndexEntry[] }
  /** The answer includes its `first` results. */
  | { ask: 'search'; engine: number; query: Query; first: number | undefined }
  | { ask: 'suggest'; engine: number; query: Query; answer: Pick<SearchResults, 'unknown' | 'total'>; first: number | undefined }
  | { ask: 'next'; answer: number; count: number }
  | { ask: 'load counts'; engine: number }
  | { ask: 'open index'; place: IndexPlace }
  | { ask: 'index'; index: number; text: string | null; options: SearchOptions }
  /** Result number `at` of what was found: its page, or the positions of the words in it. */
  | { ask: 'data' | 'places'; found: number; at: number }
  | { ask: 'forget'; number: number }

/** An answer in a form that can be transferred. */
export interface SentAnswer extends Omit<SearchResults, 'next'> {
  answer: number
  first: Hit[]
}

/** Search results in a form that is cheap to transfer: positions stay in the worker. */
export interface FoundPageNumbers {
  found: number
  pages: Uint32Array
  scores: Float64Array
  fields: Uint8Array
  unfilteredResultCount: number
}
