import { onFirstUse } from '../../cached.ts'
import { TRANSLATED } from '../../document.ts'
import { type IndexEntry, vocabularyFile } from '../../index-list.ts'
import type { Filters, SearchIndex } from '../../pagefind-api.ts'
import { pageOf } from '../../pagefind/index-head.ts'
import { type IndexFiles, indexFiles, type IndexPlace, loadHeads } from '../../pagefind/index-files.ts'
import { type Compounds, compoundsOf } from '../plan/compounds.ts'
import { languageFile, type LanguageWords, Lexicon } from '../plan/lexicon.ts'
import { type Source, sourceOf } from '../plan/source.ts'
import { indexFolder, loadIndexList, type SearchPlace } from './search-place.ts'
import { Spelling } from '../spelling.ts'
import { loadJson } from '../../../trusted/files.ts'

/** Opens one index. */
export type OpenIndex = (place: IndexPlace) => Promise<SearchIndex>

/** Languages other than the page's own rank lower. */
const OTHER_LANGUAGE_WEIGHT = 0.5
const SPOKEN_SHARE = 0.2

/** The indexes that a page searches. */
export interface Indexes {
  sources: Source[]
  /** The files of each index, which the page also reads itself. */
  files: IndexFiles[]
  lexicon: Lexicon
  /** Facts about the site's words; loaded on first use. */
  words: () => Promise<{ spelling: Spelling; compounds: Compounds }>
}

/**
 * Opens the indexes that pages of a language search: its translations, and the source pages that are not translated into it, so that
 * nothing is found twice. `list` is the list of all indexes, if the page has it. Throws when it cannot be read.
 */
export async function openIndexes(place: SearchPlace, open: OpenIndex, list?: readonly IndexEntry[]): Promise<Indexes> {
  const folder = indexFolder(place)
  const entries = list ?? (await loadIndexList(place))
  const translations = entries.filter(({ isTranslation, lang }) => isTranslation && lang === place.lang)
  const source = place.ownOnly ? [] : entries.filter(({ isTranslation }) => !isTranslation)
  const opened = [...translations, ...source]
  const known = spoken(opened, place.lang).filter((lang) => entries.some((entry) => entry.lang === lang))
  const [indexes, languages] = await Promise.all([
    placesOf(folder, opened, place).then((found) => Promise.all(found.map(async (one) => ({ ...one, search: await open(one.place) })))),
    Promise.all(known.map((lang) => loadJson<LanguageWords>(folder + languageFile(lang)))),
  ])
  const placeOfPage = placesOfPages(indexes)
  const sources = indexes.map(({ entry: { isTranslation, lang, pages }, search }, at) => {
    const own = isTranslation || translations.length === 0 ? search : withoutTranslated(search, place.lang)
    return sourceOf(own, pages, lang === place.lang ? 1 : OTHER_LANGUAGE_WEIGHT, placeOfPage[at] ?? (() => 0))
  })
  const lexicon = new Lexicon(languages)
  const langs = [...new Set(opened.map(({ lang }) => lang))]
  const words = onFirstUse(async () => {
    const lists = await Promise.all(langs.map((lang) => loadJson<string[]>(folder + vocabularyFile(lang))))
    const all = lists.flat().filter((word) => !lexicon.isIgnored(word))
    return { spelling: new Spelling([...all, ...lexicon.words()]), compounds: compoundsOf(all, lexicon, known) }
  })
  return { sources, files: indexes.map((one) => indexFiles(one.place)), lexicon, words }
}

/** The places of some indexes, with their heads: the first of those that are searched together names the file with all heads. */
async function placesOf(
  folder: string,
  entries: readonly IndexEntry[],
  { base, lang }: SearchPlace,
): Promise<{ entry: IndexEntry; place: IndexPlace }[]> {
  const heads = await Promise.all(entries.flatMap((entry) => (entry.heads ? [loadHeads(folder + entry.heads)] : [])))
  const found = entries.map((entry) => {
    const head = heads.find((some) => some.has(entry.folder))?.get(entry.folder)
    if (!head) throw new TypeError(`The index ${entry.folder} has no head.`)
    return { entry, head }
  })
  const pages = found.reduce((sum, { entry }) => sum + entry.pages, 0)
  const meanWords = found.reduce((sum, { head }) => sum + head.words, 0) / pages || 1
  const common = { programs: folder, meanWords, base, lang: lang.toLowerCase() }
  return found.map(({ entry, head }) => ({ entry, place: { ...common, folder: folder + entry.folder, head } }))
}

/** The page's language, and those of much of what it searches: "die" is an article in German and a verb in English. */
function spoken(opened: readonly IndexEntry[], pageLang: string): string[] {
  const all = opened.reduce((sum, { pages }) => sum + pages, 0)
  const pagesIn = (lang: string): number => opened.reduce((sum, entry) => sum + (entry.lang === lang ? entry.pages : 0), 0)
  return [...new Set([pageLang, ...opened.map(({ lang }) => lang)])].filter(
    (lang) => lang === pageLang || pagesIn(lang) >= all * SPOKEN_SHARE,
  )
}

/** An index without the pages that are translated into a language. */
function withoutTranslated(search: SearchIndex, lang: string): SearchIndex {
  const untranslated: Filters = { not: { [TRANSLATED]: { any: [lang] } } }
  return (text, options) => search(text, { ...options, filters: { ...options.filters, ...untranslated } })
}

interface Opened {
  entry: Pick<IndexEntry, 'lang' | 'isTranslation'>
  place: Pick<IndexPlace, 'head'>
}

/** More than there are pages. */
const MOST_PAGES = 1e9

/**
 * The positions of the pages of some indexes among all documents, which break ties: they do not depend on the size of indexes, or on the
 * order in which they were made. By index, a function from the id of a page.
 */
function placesOfPages(opened: readonly Opened[]): ((id: string) => number)[] {
  const groupOf = ({ entry: { lang, isTranslation } }: Opened): string => `${lang} ${isTranslation}`
  const groups = Map.groupBy(opened, groupOf)
  const numbered = new Map<string, ReadonlyMap<Opened, readonly number[]>>()
  return opened.map((one) => {
    const key = groupOf(one)
    const group = groups.get(key) ?? []
    const start = opened.findIndex((other) => groupOf(other) === key) * MOST_PAGES
    return (id) => {
      const places = numbered.get(key) ?? inDocumentOrder(group)
      numbered.set(key, places)
      return start + (places.get(one)?.[pageOf(id)] ?? 0)
    }
  })
}

/** Pages without a stored position are placed in order, in the positions that are left. */
function inDocumentOrder(group: readonly Opened[]): Map<Opened, readonly number[]> {
  const known = group.map((one) => ({ one, ...one.place.head, isGone: new Set(one.place.head.gone) }))
  const taken = new Set(known.flatMap(({ places, isGone }) => places.filter((_, page) => !isGone.has(page))))
  let next = 0
  const inOrder = (pages: number, isGone: ReadonlySet<number>): number[] =>
    Array.from({ length: pages }, (_, page) => {
      if (isGone.has(page)) return 0
      while (taken.has(next)) next++
      return next++
    })
  return new Map(
    known.map(({ one, packs, places, isGone }) => {
      const pages = packs.reduce((sum, [some]) => sum + some, 0)
      return [one, places.length > 0 ? places : inOrder(pages, isGone)]
    }),
  )
}
