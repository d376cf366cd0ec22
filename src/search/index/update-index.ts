import type { SearchDocument } from '../document.ts'
import { type Before, IndexMaker } from './index-maker.ts'
import { addressOf, groupOf, type IndexedPage } from './indexed-page.ts'
import type { IndexOptions, MadeIndex } from './index-site.ts'
import { endIndexing } from './segment.ts'
import { shardsOf } from './shards.ts'
import { SIZES } from './sizes.ts'

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
 * makeIndex.
 */
export async function updateIndex(
  { before, kept, documents, order, keepTitles }: IndexUpdate,
  outDir: string,
  { shard = SIZES.shard, titlesFrom = SIZES.titlesFrom, synonyms }: IndexOptions = {},
): Promise<MadeIndex> {
  const maker = new IndexMaker(outDir, { synonyms, titlesFrom, keepTitles }, before)
  const known = new Set(before.entries.map(groupOf))
  const pages = [...kept]
  try {
    for (const [group, some] of Map.groupBy(documents, groupOf))
      if (known.has(group)) pages.push(...(await maker.add(some, true)))
      else for await (const fresh of shardsOf(stream(some), shard)) pages.push(...(await maker.add(fresh)))
  } finally {
    await endIndexing()
  }
  const places = new Map(order.map((address, place) => [address, place]))
  pages.sort((a, b) => (places.get(addressOf(a)) ?? 0) - (places.get(addressOf(b)) ?? 0))
  return { known: await maker.finish(pages), pages }
}

async function* stream(documents: readonly SearchDocument[]): AsyncGenerator<SearchDocument> {
  yield* documents
}
