import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openEngine } from '../../src/search/page/engine/open-engine.ts'
import type { OpenIndex } from '../../src/search/page/engine/indexes.ts'
import { indexAt } from '../../src/search/page/engine/load-pagefind.ts'
import type { SearchPlace } from '../../src/search/page/engine/search-place.ts'
import type { PagefindFactory } from '../../src/search/pagefind-api.ts'

/** Opens the indexes of a site in a folder: Node cannot import the program from the server. */
export const openIn =
  (folder: string): OpenIndex =>
  async (place) => {
    const { href } = pathToFileURL(join(folder, 'pagefind/pagefind.js'))
    const { default: program } = (await import(href)) as { default: PagefindFactory }
    return indexAt({ ...place, lang: 'und' }, program)
  }

/** The number of results, and of suggested ones, that the search page shows first. */
const SHOWN = 10
const SUGGESTED = 5

/** The search of a served site: the addresses displayed for a text, suggested ones first. */
export async function openSearch(place: SearchPlace, folder: string): Promise<(text: string) => Promise<string[]>> {
  const engine = await openEngine(place, openIn(folder))
  return async (text) => {
    const query = { text, filters: {}, sort: 'relevance' as const }
    const answer = await engine.search(query, SHOWN)
    const suggestion = await engine.suggest(query, answer)
    return [...((await suggestion?.answer.next(SUGGESTED)) ?? []), ...(await answer.next(SHOWN))].map(({ href }) => href)
  }
}
