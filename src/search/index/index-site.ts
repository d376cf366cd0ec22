import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ContentError } from '../../errors.ts'
import type { SearchDocument } from '../document.ts'
import { INDEX_FOLDER } from '../index-list.ts'
import { addressOf, type IndexedPage } from './indexed-page.ts'
import { IndexMaker, type KnownIndex } from './index-maker.ts'
import type { OwnSynonyms } from './language-words.ts'
import { endIndexing } from './segment.ts'
import { type ShardLimits, shardsOf } from './shards.ts'
import { SIZES } from './sizes.ts'

export interface IndexOptions {
  /** The maximum size of one index. */
  shard?: ShardLimits
  /** Titles get files of their own if the pages of any language search at least this many documents; fewer need none to be quick. */
  titlesFrom?: number
  /** The operator's synonyms, in addition to ours. */
  synonyms?: OwnSynonyms
  /** Called with the number of documents indexed so far. */
  onProgress?: (pages: number) => void
}

export interface IndexReport {
  pages: number
  languages: string[]
  shards: number
  bytes: number
  durationMs: number
}

/** An index as the next build needs to know it, with its pages in document order. */
export interface MadeIndex {
  known: KnownIndex
  pages: IndexedPage[]
}

/**
 * Writes the search index of a site into `pagefind/` of its folder: an index per language, large ones in shards, the list of them, and the
 * words of each language. The same documents in the same order give the same bytes. Throws a {@link ContentError} for a document that could
 * not be found later, a SystemError when Pagefind fails.
 */
export async function makeIndex(
  documents: AsyncIterable<SearchDocument>,
  outDir: string,
  { shard = SIZES.shard, titlesFrom = SIZES.titlesFrom, synonyms, onProgress }: IndexOptions = {},
): Promise<MadeIndex> {
  const places = new Map<string, number>()
  const pages: IndexedPage[] = []
  let indexed = 0
  const maker = new IndexMaker(outDir, { synonyms, titlesFrom, onIndexed: () => onProgress?.(++indexed) })
  await rm(join(outDir, INDEX_FOLDER), { recursive: true, force: true })
  try {
    for await (const some of shardsOf(findable(documents, places), shard)) pages.push(...(await maker.add(some)))
  } finally {
    await endIndexing()
  }
  const placeOf = (page: IndexedPage): number => places.get(addressOf(page)) ?? 0
  pages.sort((a, b) => placeOf(a) - placeOf(b))
  return { known: await maker.finish(pages), pages }
}

/** {@link makeIndex}, with statistics. */
export async function indexSite(
  documents: AsyncIterable<SearchDocument>,
  outDir: string,
  options: IndexOptions = {},
): Promise<IndexReport> {
  const start = performance.now()
  const { known, pages } = await makeIndex(documents, outDir, options)
  return {
    pages: pages.length,
    languages: [...new Set(known.entries.map(({ lang }) => lang))],
    shards: known.entries.length,
    bytes: await bytesIn(join(outDir, INDEX_FOLDER)),
    durationMs: Math.round(performance.now() - start),
  }
}

/** Why a page could not be found or opened; '' if it can. Pagefind accepts anything, and a page without a title is displayed as nothing. */
export function whyUnfindable({ path, lang, title }: SearchDocument): string {
  if (!path.startsWith('/')) return 'its path does not start with a slash'
  if (!lang) return 'it names no language'
  return title.trim() ? '' : 'it has no title'
}

/** The documents; records the position of each by its address. Of two pages with one path the first would be lost. */
async function* findable(documents: AsyncIterable<SearchDocument>, places: Map<string, number>): AsyncGenerator<SearchDocument> {
  for await (const document of documents) {
    const { path, title } = document
    const why = whyUnfindable(document)
    if (why)
      throw new ContentError(`The page ${path || title} cannot go into the search index: ${why}.`, {
        code: 'ERR_SEARCH_INDEX',
        record: path,
      })
    const address = addressOf(document)
    if (places.has(address))
      throw new ContentError(`The page ${path} was given to the search index twice.`, { code: 'ERR_SEARCH_INDEX', record: path })
    places.set(address, places.size)
    yield document
  }
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    names.filter((name) => name.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
