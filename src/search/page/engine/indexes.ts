import { TRANSLATED } from '../../document.ts'
import type { IndexEntry } from '../../index-list.ts'
import type { Filters, Instance, InstanceOptions } from '../../pagefind-api.ts'
import { IndexFiles, type IndexPlace } from '../../pagefind/index-files.ts'
import { loadHeads } from '../../pagefind/index-head.ts'
import { takeIndexList } from './load-index-list.ts'
import { placesOfPages } from './page-places.ts'
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
  /** The page's language. */
  lang: string
  /** True if pages find only what is written in their own language. */
  ownOnly: boolean
}

/** Opens one index. */
export type OpenIndex = (place: IndexPlace, options: InstanceOptions) => Promise<Instance>

/**
 * Pagefind's weights of metadata fields: the keys find exact titles, and order equal ones (see title-key.ts). All other fields are weighted
 * by our own ranking.
 */
const UNRANKED = ['title', 'breadcrumb', 'lead', 'titleSpellings', 'pathSpellings', 'spellings', 'letters', 'marks']
const RANKING = { metaWeights: { ...Object.fromEntries(UNRANKED.map((field) => [field, 0])), key1: 3, key2: 2, key3: 1 } }
/** Languages other than the page's own rank lower. */
const OTHER_LANGUAGE_WEIGHT = 0.5
const SPOKEN_SHARE = 0.2

const NO_PAGES = { lang: '', isTranslation: false, pages: 0 }

/** The indexes that a page searches. */
export interface Indexes {
  sources: Source[]
  /** The files of each index, which the page also reads itself. */
  files: IndexFiles[]
  /** The languages of their pages. */
  langs: string[]
  lexicon: Lexicon
  /** Facts about the site's words; loaded on first use. */
  words: () => Promise<SiteWords>
}

/**
 * Opens the indexes that pages of a language search: its translations, and the source pages that are not translated into it, so that
 * nothing is found twice. Throws when the index list cannot be read.
 */
export async function openIndexes({ root, base, lang: pageLang, ownOnly }: SearchPlace, open: OpenIndex): Promise<Indexes> {
  const folder = `${root}pagefind/`
  const entries = await takeIndexList(folder)
  const translations = entries.filter(({ isTranslation, lang }) => isTranslation && lang === pageLang)
  const source = ownOnly ? [] : entries.filter(({ isTranslation }) => !isTranslation)
  const opened = [...translations, ...source]
  const baseUrl = import.meta.env.RELATIVE_LINKS ? '/' : base
  const opening = placesOf(folder, opened).then((places) =>
    Promise.all(places.map(async (place) => ({ place, instance: await open(place, { baseUrl, ranking: RANKING }) }))),
  )
  const known = spoken(opened, pageLang).filter((lang) => entries.some((entry) => entry.lang === lang))
  const [instances, words] = await Promise.all([
    opening,
    Promise.all(known.map((lang) => json<LanguageWords>(folder + languageFile(lang)))),
  ])
  const langs = [...new Set(opened.map(({ lang }) => lang))]
  const lexicon = new Lexicon(words)
  const places = placesOfPages(instances.flatMap(({ place: { head } }, at) => ({ head, entry: opened[at] ?? NO_PAGES })))
  const sources = instances.map(({ instance }, at) => {
    const { lang, isTranslation, pages } = opened[at] ?? NO_PAGES
    const named = import.meta.env.RELATIVE_LINKS ? withFiles(instance, base) : instance
    const own = isTranslation || translations.length === 0 ? named : withoutTranslated(named, pageLang)
    const weight = lang === pageLang ? 1 : OTHER_LANGUAGE_WEIGHT
    return new Source(own, { pages, weight, placeOf: places[at] })
  })
  return {
    sources,
    files: instances.map(({ place }) => new IndexFiles(place)),
    langs,
    lexicon,
    words: siteWordsOf(folder, langs, known, lexicon),
  }
}

/** The places of some indexes, with their heads: the first of those that are searched together names the file with all heads. */
async function placesOf(folder: string, entries: readonly IndexEntry[]): Promise<IndexPlace[]> {
  const heads = await Promise.all(entries.flatMap((entry) => (entry.heads ? [loadHeads(folder + entry.heads)] : [])))
  const found = entries.map((entry) => {
    const head = heads.find((some) => some.has(entry.folder))?.get(entry.folder)
    if (!head) throw new TypeError(`The index ${entry.folder} has no head.`)
    return { entry, head }
  })
  const pages = found.reduce((sum, { entry }) => sum + entry.pages, 0)
  const meanWords = found.reduce((sum, { head }) => sum + head.words, 0) / pages || 1
  return found.map(({ entry, head }) => ({ programs: folder, folder: folder + entry.folder, head, meanWords }))
}

/** The page's language, and those of much of what it searches: "die" is an article in German and a verb in English. */
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

/** An index whose pages get the address of their file, below the folder of their language: Pagefind accepts only paths. */
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

/** An index without the pages that are translated into a language. */
function withoutTranslated(instance: Instance, lang: string): Instance {
  const untranslated: Filters = { not: { [TRANSLATED]: { any: [lang] } } }
  return { search: (text, options) => instance.search(text, { ...options, filters: { ...options.filters, ...untranslated } }) }
}
