import { TRANSLATED } from './document.ts'
import { INDEX_LIST, type IndexEntry } from './index-list.ts'
import type { FilterCounts, Filters, Instance, InstanceOptions } from './pagefind-api.ts'
import { isUnspaced } from './unspaced.ts'

/** Where and for whom is searched. The paths have a slash at their end. */
export interface SearchPlace {
  /** Below which the index and the pictures lie. */
  root: string
  /** Below which the pages of this language lie. */
  base: string
  /** The language of the page. */
  lang: string
  /** True when a language finds only what it has in its own words. */
  ownOnly: boolean
}

/** Opens one index; `url` is that of its module `pagefind.js`. */
export type OpenIndex = (url: string, options: InstanceOptions) => Promise<Instance>

/**
 * What a match in a metadata field is worth. Pagefind's own weight for `title` is 5; people have a `name` instead. The keys find exact
 * titles (see title-key.ts) and are never searched together with words. Letters: see letters.ts.
 */
const RANKING = {
  metaWeights: {
    title: 8,
    name: 0.3,
    breadcrumb: 0.5,
    letters: 4,
    nameLetters: 0.2,
    titleSpellings: 8,
    nameSpellings: 0.3,
    spellings: 0.5,
    key1: 3,
    key2: 2,
    key3: 1,
  },
}
const EXCERPT_WORDS = 24
/** Where a word is a character. */
const EXCERPT_CHARACTERS = 60
/** Languages other than the page's own stand behind. */
const OTHER_LANGUAGE_WEIGHT = 0.5

/**
 * Opens the indexes that pages of a language search: its translations, and of the source what is not translated into it, so that nothing
 * is found twice. Gives the languages of what is in them as well. Throws when the list of indexes cannot be read.
 */
export async function openIndexes(
  { root, base, lang: pageLang, ownOnly }: SearchPlace,
  open: OpenIndex,
): Promise<{ instances: Instance[]; langs: string[] }> {
  const folder = `${root}pagefind/`
  const response = await fetch(`${folder}${INDEX_LIST}`)
  if (!response.ok) throw new Error(`${folder}${INDEX_LIST} answered ${response.status}`)
  const entries = (await response.json()) as IndexEntry[]
  const translations = entries.filter(({ isTranslation, lang }) => isTranslation && lang === pageLang)
  const source = ownOnly ? [] : entries.filter(({ isTranslation }) => !isTranslation)
  const optionsOf = ({ lang, folder: part }: IndexEntry): InstanceOptions => ({
    basePath: folder + part,
    baseUrl: base,
    excerptLength: isUnspaced(lang) ? EXCERPT_CHARACTERS : EXCERPT_WORDS,
    indexWeight: lang === pageLang ? 1 : OTHER_LANGUAGE_WEIGHT,
    ranking: RANKING,
  })
  const opened = [...translations, ...source]
  const instances = await Promise.all(
    opened.map(async (entry) => {
      // Each index has its own module: the instances of one would spoil each other's memory.
      const instance = await open(`${folder}${entry.folder}pagefind.js`, optionsOf(entry))
      return entry.isTranslation || translations.length === 0 ? instance : withoutTranslated(instance, pageLang)
    }),
  )
  return { instances, langs: [...new Set(opened.map(({ lang }) => lang))] }
}

/** An index that keeps back the pages that are translated into a language. */
function withoutTranslated(instance: Instance, lang: string): Instance {
  const untranslated: Filters = { not: { [TRANSLATED]: { any: [lang] } } }
  return {
    search: (text, options) => instance.search(text, { ...options, filters: { ...options.filters, ...untranslated } }),
    async filters(): Promise<FilterCounts> {
      await instance.filters()
      return (await instance.search(null, { filters: untranslated })).filters
    },
  }
}
