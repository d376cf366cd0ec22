import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSite } from '../../src/publish/serve.ts'
import type { SearchDocument } from '../../src/search/document.ts'
import { indexSite } from '../../src/search/index/index-site.ts'
import { type Engine, openEngine } from '../../src/search/page/engine/engine.ts'
import type { Hit } from '../../src/search/page/engine/hit.ts'
import { suggest } from '../../src/search/page/suggest.ts'
import { stream } from './documents.ts'
import { openIn } from '../../scripts/search-quality/open-in.ts'

/** The search of a site that has some documents, until `close`. */
export interface Opened {
  engine: Engine
  find: (text: string) => Promise<Hit[]>
  titles: (text: string) => Promise<string[]>
  /** What is suggested instead. */
  meant: (text: string) => Promise<string | undefined>
  close: () => Promise<void>
}

export async function openedSearch(documents: readonly SearchDocument[], lang = 'en'): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-search-'))
  await indexSite(stream(documents), folder)
  const site = await serveSite(folder, { base: '/', port: 0 })
  const open = openIn(folder)
  const engine = await openEngine({ root: site.url, base: site.url, lang, ownOnly: false }, open)
  const query = (text: string) => ({ text, filters: {}, sort: 'relevance' as const })
  const find = async (text: string): Promise<Hit[]> => (await engine.search(query(text))).next(10)
  return {
    engine,
    find,
    titles: async (text) => (await find(text)).map(({ title }) => title),
    meant: async (text) => (await suggest(engine, query(text), await engine.search(query(text))))?.text,
    close: async () => {
      site.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
