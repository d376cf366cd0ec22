import MiniSearch, { type Options, type SearchOptions, type SearchResult } from 'minisearch'
import type { RecordKey } from '../../cache/layout.ts'
import type { CacheReader } from '../../cache/reader.ts'
import type { Namespace } from '../../model/ref.ts'
import { WIKI_LISTS } from '../../model/resources.ts'
import { jsonArray, type ListIndex, type ListOf, type Row } from './list-index.ts'
import { keyOfItem, type SearchableText, searchableText, searchDocuments, titlesOf, wordForm, words } from './search-documents.ts'

/** A searched list, or a part of the list of guides. */
export type SearchedPart = 'teardowns' | 'other guides' | `wikis-${Namespace}`
export const SEARCHED_PARTS: readonly SearchedPart[] = ['teardowns', 'other guides', ...WIKI_LISTS]

const MAX_QUERY_WORDS = 12

const INDEX: Options<Indexed> = {
  fields: ['title', 'category', 'tags', 'summary', 'text'],
  tokenize: words,
  processTerm: (word) => word,
}

const QUERY: SearchOptions = {
  tokenize: (query) => [...new Set(words(query))].slice(0, MAX_QUERY_WORDS),
  prefix: (word, at, all) => word.length > 1 && at === all.length - 1,
  boost: { title: 10, category: 4, tags: 4, summary: 2 },
}
const isFuzzy = (word: string) => word.length > 3 && (word.length > 5 ? 2 : 1)

/** Tried in order until something is found: all words, then misspelled ones, then some of them. */
const MATCH_MODES: readonly SearchOptions[] = [
  { ...QUERY, combineWith: 'AND' },
  { ...QUERY, combineWith: 'AND', fuzzy: isFuzzy },
  { ...QUERY, combineWith: 'OR', fuzzy: isFuzzy },
]

/** Filters the documents. */
export interface Scope {
  parts: ReadonlySet<SearchedPart>
  /** The categories to which results are restricted, which are then guides. */
  categories?: ReadonlySet<string>
  /** A language of the cache: each record is searched in it, or in the source language if it has no translation. */
  langid?: string
}

type Indexed = SearchableText & { id: number }

/** A list item in one language, and the first document of the same record. */
interface Document {
  list: ListIndex
  row: Row
  language: number
  record: number
}

/**
 * Full-text search of public guides and wikis: titles, categories, tags, summaries and texts, in every language of the cache. Reads the
 * lists and their records once, yielding to the event loop.
 */
export async function readSearchIndex(cache: CacheReader, listOf: ListOf) {
  const lists = (await Promise.all((['guides', ...WIKI_LISTS] as const).map(listOf))).filter((list) => list !== undefined)
  const languages = cache.manifest.translations ?? []
  /** Those of one record are adjacent, the source language first. */
  const documents: Document[] = []
  /** Documents by title in its {@link wordForm}. */
  const titles = new Map<string, number[]>()
  const texts = new MiniSearch<Indexed>(INDEX)
  let first = 0
  for await (const { list, row, language, item, record } of searchDocuments(cache, lists)) {
    const id = documents.length
    if (language === 0) first = id
    documents.push({ list, row, language, record: first })
    for (const title of new Set(titlesOf(item).map(wordForm))) if (title) titles.set(title, [...(titles.get(title) ?? []), id])
    texts.add({ id, ...searchableText(item, record) })
  }

  /** The first document of each record, in the order of the given documents. */
  const recordsOf = (ids: readonly number[]): number[] => [...new Set(ids.map((id) => documents[id]?.record ?? 0))]

  function isIn({ parts, categories, langid }: Scope, id: number): boolean {
    const document = documents[id]
    if (!document || !parts.has(partOf(document))) return false
    if (categories && !(document.list.name === 'guides' && categories.has(document.row.category))) return false
    return !langid || isSpoken(id, document, languages.indexOf(langid) + 1)
  }

  /** True for a document in the language, and for one in the source language whose record has none in it. */
  function isSpoken(id: number, { language, record }: Document, wanted: number): boolean {
    if (language === wanted) return true
    if (language !== 0) return false
    for (let other = id + 1; documents[other]?.record === record; other++) if (documents[other]?.language === wanted) return false
    return true
  }

  const at = (ids: readonly number[]): Document[] => ids.flatMap((id) => documents[id] ?? [])

  return {
    /** False if none of these was crawled. */
    hasAny: (parts: ReadonlySet<SearchedPart>): boolean =>
      lists.some(({ name }) => (name === 'guides' ? parts.has('teardowns') || parts.has('other guides') : parts.has(name as SearchedPart))),
    /** The number of records that match the words, and the best `most`: those with exactly that title first, then by relevance. */
    find(query: string, scope: Scope, most: number): { total: number; best: number[] } {
      const exact = recordsOf((titles.get(wordForm(query)) ?? []).filter((id) => isIn(scope, id)))
      const filter = ({ id }: SearchResult) => isIn(scope, id as number)
      for (const mode of MATCH_MODES) {
        const found = texts.search(query, { ...mode, filter }).map(({ id }) => id as number)
        const records = recordsOf([...exact, ...found])
        if (records.length > 0) return { total: records.length, best: records.slice(0, most) }
      }
      return { total: 0, best: [] }
    },
    results: (ids: readonly number[]): { key: RecordKey; item: unknown }[] =>
      at(ids).map(({ list, row }) => {
        const [item] = list.items([row])
        return { key: keyOfItem(list, item), item }
      }),
    /** The items of documents, unmodified, as a JSON array. */
    bytes: (ids: readonly number[]): Buffer => jsonArray(at(ids).map(({ list, row }) => list.item(row))),
  }
}

const partOf = ({ list, row }: Document): SearchedPart =>
  list.name !== 'guides' ? (list.name as SearchedPart) : row.type === 'teardown' ? 'teardowns' : 'other guides'
