import { serveSite } from '../../../src/publish/serve.ts'
import type { SearchEngine } from '../../../src/search/page/engine/engine.ts'
import { openEngine } from '../../../src/search/page/engine/open-engine.ts'
import { readQuery } from '../../../src/search/page/query.ts'
import type { FilterCounts } from '../../../src/search/pagefind-api.ts'
import { openIn } from '../../../scripts/search-quality/page-search.ts'

const SHOWN = 10

/** The answers of a site's search to some queries in address form. */
export async function answersOf(folder: string, queries: readonly string[], lang = 'en') {
  const site = await serveSite(folder, { base: '/', port: 0 })
  try {
    const engine = await openEngine({ root: site.url, base: '/', lang, ownOnly: false }, openIn(folder))
    await engine.loadCounts()
    const answers = new Map<string, Awaited<ReturnType<typeof seen>>>()
    for (const query of queries) answers.set(query, await seen(engine, query))
    return answers
  } finally {
    site.close()
  }
}

/** All of an answer that a person sees. */
async function seen(engine: SearchEngine, asked: string) {
  const query = readQuery(asked)
  const answer = await engine.search(query)
  const { total, hasAll, unknown, counts, next } = answer
  const meant = (await engine.suggest(query, answer))?.text
  return { total, hasAll, unknown, counts: withoutZeros(counts), meant, hits: await next(SHOWN) }
}

/** An index does not know values of other indexes. */
const withoutZeros = (counts: FilterCounts): FilterCounts =>
  Object.fromEntries(
    Object.entries(counts).map(([name, values]) => [name, Object.fromEntries(Object.entries(values).filter(([, count]) => count > 0))]),
  )
