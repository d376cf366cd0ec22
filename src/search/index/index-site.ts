import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ContentError } from '../../errors.ts'
import type { SearchDocument } from '../document.ts'
import { INDEX_FOLDER } from '../index-list.ts'
import { addressOf, groupOf, type IndexedPage } from './indexed-page.ts'
import { type Before, indexMaker, type KnownIndex } from './index-maker.ts'
import type { OwnSynonyms } from './language-words.ts'
import { endIndexing } from './segment.ts'
import { type ShardLimits, shardsOf } from './shards.ts'
import { SIZES } from './sizes.ts'

export interface IndexOptions {
  /** The maximum size of one index. */
  shard?: ShardLimits
  /** Titles get files of their own if the pages of any language search at least this many documents; fewer need none to be quick. */
  titlesFrom?: number
  /** The operator's synonyms, in addition to the built-in ones. */
  synonyms?: OwnSynonyms
  /** Called with the number of documents indexed so far. */
  onProgress?: (pages: number) => void
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
  let indexed = 0
  const maker = indexMaker(outDir, { synonyms, titlesFrom, onIndexed: () => onProgress?.(++indexed) })
  await rm(join(outDir, INDEX_FOLDER), { recursive: true, force: true })
  const added = Array.fromAsync(shardsOf(findable(documents, places), shard), (some) => maker.add(some))
  return finish(maker, added, places)
}

export interface IndexUpdate {
  /** The indexes that the new site already contains. */
  before: Before
  /** The pages in them that are left. */
  kept: readonly IndexedPage[]
  /** All others. */
  documents: readonly SearchDocument[]
  /** The addresses of all pages, in document order. */
  order: readonly string[]
  /** Copies the files of the previous titles into the new site; false if that is not possible. */
  keepTitles: () => boolean
}

/**
 * Updates the search index of a site. A search gives the same results in the same order as in an index that is made as a whole. Throws like
 * {@link makeIndex}.
 */
export async function updateIndex(
  { before, kept, documents, order, keepTitles }: IndexUpdate,
  outDir: string,
  { shard = SIZES.shard, titlesFrom = SIZES.titlesFrom, synonyms }: IndexOptions = {},
): Promise<MadeIndex> {
  const maker = indexMaker(outDir, { synonyms, titlesFrom, keepTitles }, before)
  const known = new Set(before.entries.map(groupOf))
  const add = async (): Promise<IndexedPage[][]> => {
    const pages = [[...kept]]
    for (const [group, some] of Map.groupBy(documents, groupOf))
      if (known.has(group)) pages.push(await maker.add(some, true))
      else for await (const fresh of shardsOf(some, shard)) pages.push(await maker.add(fresh))
    return pages
  }
  return finish(maker, add(), new Map(order.map((address, place) => [address, place])))
}

async function finish(
  maker: ReturnType<typeof indexMaker>,
  added: Promise<IndexedPage[][]>,
  places: ReadonlyMap<string, number>,
): Promise<MadeIndex> {
  const pages = (await added.finally(endIndexing)).flat()
  const placeOf = (page: IndexedPage): number => places.get(addressOf(page)) ?? 0
  pages.sort((a, b) => placeOf(a) - placeOf(b))
  return { known: await maker.finish(pages), pages }
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
    const address = addressOf(document)
    const why = whyUnfindable(document)
    const refusal = why
      ? `The page ${path || title} cannot go into the search index: ${why}.`
      : places.has(address) && `The page ${path} was given to the search index twice.`
    if (refusal) throw new ContentError(refusal, { code: 'ERR_SEARCH_INDEX', record: path })
    places.set(address, places.size)
    yield document
  }
}
