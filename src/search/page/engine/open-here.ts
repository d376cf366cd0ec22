import type { SearchEngine } from './engine.ts'
import { openEngine } from './open-engine.ts'
import { openIndex } from './open-index.ts'
import type { SearchPlace } from './search-place.ts'
import type { IndexEntry } from '../../index-list.ts'

/** An engine in this thread. Throws when an index cannot be opened. */
export const openHere = (place: SearchPlace, list: readonly IndexEntry[]): Promise<SearchEngine> => openEngine(place, openIndex, list)
