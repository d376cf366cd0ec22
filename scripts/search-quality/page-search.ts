import { openEngine } from '../../src/search/page/engine/engine.ts'
import type { SearchPlace } from '../../src/search/page/engine/indexes.ts'
import { suggest } from '../../src/search/page/suggest.ts'
import { openIn } from './open-in.ts'

/** The number of results, and of suggested ones, that the search page shows first. */
const SHOWN = 10
const SUGGESTED = 5

/** The search of a served site: the addresses displayed for a text, suggested ones first. */
export async function openSearch(place: SearchPlace, folder: string): Promise<(text: string) => Promise<string[]>> {
  const engine = await openEngine(place, openIn(folder))
  return async (text) => {
    const query = { text, filters: {}, sort: 'relevance' as const }
    const answer = await engine.search(query, SHOWN)
    const suggestion = await suggest(engine, query, answer)
    const hits = [...((await suggestion?.answer.next(SUGGESTED)) ?? []), ...(await answer.next(SHOWN))]
    return hits.map(({ href }) => href)
  }
}
