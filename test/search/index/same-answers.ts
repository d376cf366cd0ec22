import { serveSite } from '../../../src/publish/serve.ts'
import { type Engine, openEngine } from '../../../src/search/page/engine/engine.ts'
import type { Hit } from '../../../src/search/page/engine/hit.ts'
import { readQuery } from '../../../src/search/page/query.ts'
import { suggest } from '../../../src/search/page/suggest.ts'
import { openIn } from '../../../scripts/search-quality/page-search.ts'

const SHOWN = 10

/** All of an answer that a person sees. */
export interface Seen {
  total: number
  hasAll: boolean
  unknown: readonly string[]
  counts: Record<string, Record<string, number>>
  meant: string | undefined
  hits: Hit[]
}

/** The answers of a site's search to some queries in address form. */
export async function answersOf(folder: string, queries: readonly string[], lang = 'en'): Promise<Map<string, Seen>> {
  const site = await serveSite(folder, { base: '/', port: 0 })
  try {
    const engine = await openEngine({ root: site.url, base: '/', lang, ownOnly: false }, openIn(folder))
    await engine.loadCounts()
    const answers = new Map<string, Seen>()
    for (const query of queries) answers.set(query, await seen(engine, query))
    return answers
  } finally {
    site.close()
  }
}

async function seen(engine: Engine, asked: string): Promise<Seen> {
  const query = readQuery(asked)
  const answer = await engine.search(query)
  const { total, hasAll, unknown, counts, next } = answer
  const meant = (await suggest(engine, query, answer))?.text
  return { total, hasAll, unknown, counts: sorted(counts), meant, hits: await next(SHOWN) }
}

/** Counts without zeros: an index does not know values of other indexes. */
const sorted = (counts: Seen['counts']): Seen['counts'] =>
  Object.fromEntries(
    Object.entries(counts)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, values]) => [
        name,
        Object.fromEntries(
          Object.entries(values)
            .filter(([, count]) => count > 0)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
      ]),
  )
