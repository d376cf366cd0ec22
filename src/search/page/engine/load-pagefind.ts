import { fieldsOf, type PagefindAnswer, type PagefindFactory, type PagefindResult, type SearchIndex } from '../../pagefind-api.ts'
import { indexPages } from './index-pages.ts'
import { BASE_PATH, indexFiles, type IndexPlace } from '../../pagefind/index-files.ts'
import { postingsOf } from '../../pagefind/postings.ts'
import { inTime } from '../../../trusted/fetch-in-time.ts'
import { contentOnDisk } from '../../../trusted/disk.ts'
import { isOnDisk } from '../../../trusted/place.ts'
import { isUnspaced } from '../../unspaced.ts'
import { isOneWord, wordSearch } from './word-search.ts'

/** By module: how often it failed to load. */
const failures = new Map<string, number>()

/** The keys find exact titles, and order equal ones (see title-key.ts). All other fields are weighted by our own ranking. */
const UNRANKED = ['title', 'breadcrumb', 'lead', 'titleSpellings', 'pathSpellings', 'spellings', 'letters', 'marks']
const WEIGHTS: Record<string, number> = { ...Object.fromEntries(UNRANKED.map((field) => [field, 0])), key1: 3, key2: 2, key3: 1 }

/**
 * A `document` with a language, which Pagefind reads to segment queries; a worker has none. Text written in pairs is already segmented and
 * would be split again.
 */
function documentIn(lang: string): object {
  const cutAs = isUnspaced(lang) ? 'und' : lang
  return { currentScript: null, querySelector: () => ({ getAttribute: () => cutAs }) }
}

/**
 * The module is stored next to the indexes, not bundled. Browsers cache failed module loads by address, so the next attempt uses a
 * different one.
 */
async function load(url: string): Promise<PagefindFactory> {
  if (import.meta.env.RELATIVE_LINKS && isOnDisk()) return (await contentOnDisk(url)) as unknown as PagefindFactory
  const before = failures.get(url) ?? 0
  try {
    return ((await inTime(import(/* @vite-ignore */ before > 0 ? `${url}?again=${before}` : url))) as { default: PagefindFactory }).default
  } catch (error) {
    failures.set(url, before + 1)
    throw error
  }
}

/** Opens an index, with Pagefind loaded as a module. */
export const loadPagefind = async (place: IndexPlace): Promise<SearchIndex> => indexAt(place, await load(`${place.programs}pagefind.js`))

/** An index that is searched by a given program. */
export function indexAt(place: IndexPlace, program: PagefindFactory): SearchIndex {
  const files = indexFiles(place)
  const { createInstance } = program(files.fetch, documentIn(place.lang))
  const pages = indexPages(files)
  // We load the pages ourselves: the base of their addresses is not used.
  const pagefind = createInstance({ basePath: BASE_PATH, baseUrl: '/', noWorker: true, ranking: { metaWeights: WEIGHTS } })
  const words = wordSearch(pagefind, postingsOf(files), pages)
  /** Pagefind's score depends on how rare the words are in its index. */
  const scoreOf = ({ id, words: places, matchedMetaFields = [] }: PagefindResult): number =>
    words.scoreOf(id, places.length) + Math.max(0, ...matchedMetaFields.map((field) => WEIGHTS[field] ?? 0))
  const left = ({ results }: PagefindAnswer): readonly PagefindResult[] =>
    files.gone.size > 0 ? results.filter(({ id }) => !files.gone.has(id)) : results

  return async (text, options) => {
    if (text === null && !options.sort) return pages.search(options.filters)
    const quick = text !== null && isOneWord(text) && !options.sort ? await words.search(text, options) : undefined
    if (quick) return quick
    const answer = await words.ask(text, options)
    const results = left(answer).map((result) => ({
      id: result.id,
      score: scoreOf(result),
      fields: fieldsOf(result.matchedMetaFields),
      data: () => pages.load(result.id),
      places: () => Promise.resolve(result.words),
    }))
    if (options.sort) return { results, unfilteredResultCount: answer.unfilteredResultCount }
    // Pagefind also counts pages that are gone.
    const isFiltered = Object.keys(options.filters ?? {}).length > 0
    return { results, unfilteredResultCount: (isFiltered ? left(await words.ask(text, {})) : results).length }
  }
}
