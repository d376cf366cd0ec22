import { fieldsOf } from '../../fields.ts'
import { IndexPages } from './index-pages.ts'
import type { Instance, InstanceOptions, PagefindAnswer, PagefindFactory, PagefindResult, SearchOptions } from '../../pagefind-api.ts'
import { BASE_PATH, IndexFiles, type IndexPlace } from '../../pagefind/index-files.ts'
import { Postings } from '../../pagefind/postings.ts'
import { contentOnDisk } from '../../../trusted/disk.ts'
import { isOnDisk } from '../../../trusted/place.ts'
import { isUnspaced } from '../../unspaced.ts'
import { isOneWord, WordSearch } from './word-search.ts'

/** By module: how often it failed to load. */
const failures = new Map<string, number>()

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
    return ((await import(/* @vite-ignore */ before > 0 ? `${url}?again=${before}` : url)) as { default: PagefindFactory }).default
  } catch (error) {
    failures.set(url, before + 1)
    throw error
  }
}

/** Loads Pagefind as a module. `lang` is the language of the query. */
export const loadPagefind = async (place: IndexPlace, options: InstanceOptions, lang = 'und'): Promise<Instance> =>
  instanceOf(await load(`${place.programs}pagefind.js`), place, options, lang)

/** An index that is searched by a given program. */
export function instanceOf(program: PagefindFactory, place: IndexPlace, options: InstanceOptions, lang = 'und'): Instance {
  const files = new IndexFiles(place)
  const { createInstance } = program(files.fetch, documentIn(lang))
  const pages = new IndexPages(files, options.baseUrl)
  const words = new WordSearch(createInstance({ ...options, basePath: BASE_PATH, noWorker: true }), new Postings(files), pages)
  const { metaWeights } = options.ranking
  /** Pagefind's score depends on how rare the words are in its index. */
  const scoreOf = ({ id, words: places, matchedMetaFields = [] }: PagefindResult): number =>
    words.score(id, places.length) + Math.max(0, ...matchedMetaFields.map((field) => metaWeights[field] ?? 0))
  return {
    async search(text, options) {
      if (text === null && !options.sort) return pages.search(options.filters)
      const quick = text !== null && isOneWord(text) && !options.sort ? await words.search(text, options) : undefined
      if (quick) return quick
      const answer = await words.ask(text, options)
      const found = left(answer).map((result) => ({
        id: result.id,
        score: scoreOf(result),
        fields: fieldsOf(result.matchedMetaFields),
        data: () => pages.load(result.id),
        places: () => Promise.resolve(result.words),
      }))
      if (options.sort) return { results: found, unfilteredResultCount: answer.unfilteredResultCount }
      // Pagefind also counts pages that are gone.
      const all = isFiltered(options) ? left(await words.ask(text, {})) : found
      return { results: found, unfilteredResultCount: all.length }
    },
  }

  function left({ results }: PagefindAnswer): readonly PagefindResult[] {
    return files.gone.size > 0 ? results.filter(({ id }) => !files.gone.has(id)) : results
  }
}

const isFiltered = ({ filters = {} }: SearchOptions): boolean => Object.keys(filters).length > 0
