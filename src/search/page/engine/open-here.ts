import { openEngine, type SearchEngine } from './engine.ts'
import { openIndex } from './open-index.ts'
import type { SearchPlace } from './search-place.ts'
import type { IndexEntry } from '../../index-list.ts'
import { suggest } from '../suggest.ts'

/** An engine in this thread. Throws when an index cannot be opened. */
export async function openHere(place: SearchPlace, list: readonly IndexEntry[]): Promise<SearchEngine> {
  const engine = await openEngine(place, openIndex, list)
  return {
    search: (query, first) => engine.search(query, first),
    suggest: (query, answer) => suggest(engine, query, answer),
    loadCounts: () => engine.loadCounts(),
  }
}
