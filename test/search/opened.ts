import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { serveSite } from '../../src/publish/serve.ts'
import type { SearchDocument } from '../../src/search/document.ts'
import { makeIndex } from '../../src/search/index/index-site.ts'
import { openEngine } from '../../src/search/page/engine/open-engine.ts'
import { stream } from './documents.ts'
import { openIn } from '../../scripts/search-quality/page-search.ts'

/** The search of a site with some documents, until `close`. */
export type Opened = Awaited<ReturnType<typeof openedSearch>>

/** Sizes that give an index of few documents the form of a large one: several parts, and titles in separate files. */
export const LARGE = { shard: { pages: 12, words: Infinity }, titlesFrom: 1 }

export const queryOf = (text: string) => ({ text, filters: {}, sort: 'relevance' as const })

export async function openedSearch(documents: readonly SearchDocument[], lang = 'en', options: Parameters<typeof makeIndex>[2] = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-search-'))
  await makeIndex(stream(documents), folder, options)
  const { url, close } = await serveSite(folder, { base: '/b/', port: 0 })
  const open = openIn(folder)
  /** The search of its pages in another language. */
  const engineIn = (lang: string, ownOnly = false) =>
    openEngine({ root: url, base: lang === 'en' ? url : `${url}${lang}/`, lang, ownOnly }, open)
  const engine = await openEngine({ root: url, base: url, lang, ownOnly: false }, open)
  const find = async (text: string) => (await engine.search(queryOf(text))).next(20)
  return {
    url,
    folder,
    engine,
    engineIn,
    find,
    titles: async (text: string) => (await find(text)).map(({ title }) => title),
    /** The suggested correction. */
    meant: async (text: string) => (await engine.suggest(queryOf(text), await engine.search(queryOf(text))))?.text,
    close: async () => {
      close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The search of some documents for all tests of a file: available when they start, in the sizes set then. */
export function searchForAll(
  documents: readonly SearchDocument[],
  lang?: string,
  optionsOf?: () => Parameters<typeof makeIndex>[2],
): Opened {
  const site = {} as Opened
  beforeAll(async () => {
    Object.assign(site, await openedSearch(documents, lang, optionsOf?.()))
    return () => site.close()
  })
  return site
}
