import { apartKeys } from '../../apart.ts'
import { TRANSLATED } from '../../document.ts'
import type { IndexEntry } from '../../index-list.ts'
import type { Filters, Instance, InstanceOptions } from '../../pagefind-api.ts'
import { takeIndexList } from './load-index-list.ts'
import { CLOSED } from '../plan/heads.ts'
import { languageFile, type LanguageWords, Lexicon } from '../plan/lexicon.ts'
import { type SiteWords, siteWordsOf } from './site-words.ts'
import { Source } from '../plan/source.ts'
import { fetchFile } from '../../../trusted/files.ts'
import { pageAt } from '../../../trusted/place.ts'

/** Where to search and in which language. Paths end in a slash. */
export interface SearchPlace {
  /** Contains the index and the pictures. */
  root: string
  /** Contains the pages of this language. */
  base: string
  /** The language of the page. */
  lang: string
  /** True when a language finds only what it has in its own words. */
  ownOnly: boolean
}

/** Opens one index; `url` is that of its module `pagefind.js`. */
export type OpenIndex = (url: string, options: InstanceOptions) => Promise<Instance>

/**
 * What a match in a metadata field is worth to Pagefind: the keys find exact titles, and say which of two comes first (see title-key.ts). What all others are worth
 * is said where results are ranked.
 */
const UNRANKED = [
  'title',
  'titleSpellings',
  'name',
  'nameSpellings',
  'breadcrumb',
  'pathSpellings',
  'lead',
  'letters',
  'nameLetters',
  'about',
  'spellings',
  'marks',
]
const RANKING = { metaWeights: { ...Object.fromEntries(UNRANKED.map((field) => [field, 0])), key1: 3, key2: 2, key3: 1 } }
/** Languages other than the page's own rank lower. */
const OTHER_LANGUAGE_WEIGHT = 0.5
const SPOKEN_SHARE = 0.2

/** The indexes that a page searches. */
export interface Indexes {
  sources: Source[]
  /** The folder of each, with a slash at the end. */
  folders: string[]
  /** The languages of what is in them. */
  langs: string[]
  lexicon: Lexicon
  /** True where somebody asks in a language with closed compounds. */
  isClosed: boolean
  /** What is known of the site's words; loaded on first use. */
  words: () => Promise<SiteWords>
}

/**
 * Opens the indexes that pages of a language search: its translations, and of the source what is not translated into it, so that nothing
 * is found twice. Throws when the list of indexes cannot be read.
 */
export async function openIndexes({ root, base, lang: pageLang, ownOnly }: SearchPlace, open: OpenIndex): Promise<Indexes> {
  const folder = `${root}pagefind/`
  const entries = await takeIndexList(folder)
  const translations = entries.filter(({ isTranslation, lang }) => isTranslation && lang === pageLang)
  const source = ownOnly ? [] : entries.filter(({ isTranslation }) => !isTranslation)
  const opened = [...translations, ...source]
  const instances = Promise.all(
    opened.map(async ({ folder: part, isTranslation }) => {
      // Each index has its own module: the instances of one would spoil each other's memory.
      const baseUrl = import.meta.env.RELATIVE_LINKS ? '/' : base
      const opened = await open(`${folder}${part}pagefind.js`, { basePath: folder + part, baseUrl, ranking: RANKING })
      const instance = import.meta.env.RELATIVE_LINKS ? withFiles(opened, base) : opened
      return isTranslation || translations.length === 0 ? instance : withoutTranslated(instance, pageLang)
    }),
  )
  const known = spoken(opened, pageLang).filter((lang) => entries.some((entry) => entry.lang === lang))
  const words = await Promise.all(known.map((lang) => json<LanguageWords>(folder + languageFile(lang))))
  const langs = [...new Set(opened.map(({ lang }) => lang))]
  const lexicon = new Lexicon(words)
  const sources = (await instances).map((instance, at) => {
    const { lang = '', pages = 0 } = opened[at] ?? {}
    const { apart = [] } = words[known.indexOf(lang)] ?? {}
    return new Source(instance, pages, lang === pageLang ? 1 : OTHER_LANGUAGE_WEIGHT, apartKeys(apart))
  })
  return {
    sources,
    folders: opened.map((entry) => folder + entry.folder),
    langs,
    lexicon,
    isClosed: known.some((lang) => CLOSED.test(lang)),
    words: siteWordsOf(folder, langs, known, lexicon),
  }
}

/** The page's language, and those in which much of what it searches is written: "die" is an article in German and a verb in English. */
function spoken(opened: readonly IndexEntry[], pageLang: string): string[] {
  const all = opened.reduce((sum, { pages }) => sum + pages, 0)
  const pagesIn = (lang: string): number => opened.reduce((sum, entry) => sum + (entry.lang === lang ? entry.pages : 0), 0)
  return [...new Set([pageLang, ...opened.map(({ lang }) => lang)])].filter(
    (lang) => lang === pageLang || pagesIn(lang) >= all * SPOKEN_SHARE,
  )
}

async function json<T>(url: string): Promise<T> {
  const response = await fetchFile(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as T
}

/** An index whose pages have the address of their file, below the folder of their language: Pagefind takes paths only. */
function withFiles(instance: Instance, base: string): Instance {
  return {
    async search(text, options) {
      const { results, ...rest } = await instance.search(text, options)
      const named = results.map((result) => ({
        ...result,
        async data() {
          const page = await result.data()
          return { ...page, url: pageAt(base + page.url.slice(1)) }
        },
      }))
      return { results: named, ...rest }
    },
  }
}

/** An index that keeps back the pages that are translated into a language. */
function withoutTranslated(instance: Instance, lang: string): Instance {
  const untranslated: Filters = { not: { [TRANSLATED]: { any: [lang] } } }
  return { search: (text, options) => instance.search(text, { ...options, filters: { ...options.filters, ...untranslated } }) }
}
