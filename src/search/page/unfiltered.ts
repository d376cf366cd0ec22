import type { Answer, Engine } from './engine/engine.ts'
import { chosenIn, type Query, trimmed } from './query.ts'

/** How many results the words of a query have alone, where its filters leave none; 0 where it has no filters, or no words. */
export async function unfilteredTotal(engine: Engine, query: Query, { total }: Answer): Promise<number> {
  if (total > 0 || chosenIn(query) === 0 || !trimmed(query.text)) return 0
  return (await engine.search({ text: query.text, filters: {}, sort: query.sort })).total
}
