import MiniSearch, { type Options, type SearchOptions, type SearchResult } from 'minisearch'
import type { RecordKey } from '../../cache/layout.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { NAMESPACES, type Namespace } from '../../model/ref.ts'
import { HashIndex } from './hash-index.ts'
import type { ListIndex } from './list-index.ts'
import type { Lists } from './lists.ts'
import { keyOf, searchDocuments } from './search-documents.ts'
import { type SearchableText, searchableText, titlesOf } from './searchable-text.ts'
import { wordForm, words } from './words.ts'
import type { ListName } from '../../model/resources.ts'

/** The lists that are searched. */
export type SearchedList = 'guides' | `wikis-${Namespace}`
export const SEARCHED_LISTS: readonly SearchedList[] = ['guides', ...NAMESPACES.map((namespace) => `wikis-${namespace}` as const)]

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
  /** By list: all of it, none, or items whose `type` is one of these. */
  lists: ReadonlyMap<ListName, readonly string[] | 'all'>
  /** The categories to which guides are restricted, if any. */
  categories?: ReadonlySet<string>
  /** A language of the cache: each record is searched in it, or in the source language if it has no translation. */
  langid?: string
}

interface Indexed extends SearchableText {
  id: number
}

/** A document's position: its list by number, its index there, its language, and the first document of the same record. */
interface Document {
  list: number
  place: number
  language: number
  record: number
}

export interface Found {
  total: number
  best: number[]
}

/** Full-text search of public guides and wikis: titles, categories, tags, summaries and texts, in every language of the cache. */
export class SearchIndex {
  readonly #lists: readonly ListIndex[]
  readonly #languages: readonly string[]
  /** Those of one record are adjacent, the source language first. */
  readonly #documents: readonly Document[]
  /** Documents by title in its {@link wordForm}. */
  readonly #titles: HashIndex
  readonly #texts: MiniSearch<Indexed>

  private constructor(
    lists: readonly ListIndex[],
    languages: readonly string[],
    documents: readonly Document[],
    titles: HashIndex,
    texts: MiniSearch<Indexed>,
  ) {
    this.#lists = lists
    this.#languages = languages
    this.#documents = documents
    this.#titles = titles
    this.#texts = texts
  }

  /** Reads the lists and their records once, yielding to the event loop. */
  static async of(cache: CacheReader, lists: Lists): Promise<SearchIndex> {
    const searched = (await Promise.all(SEARCHED_LISTS.map((name) => lists.index(name)))).filter((list) => list !== undefined)
    const documents: Document[] = []
    const titles: [string, number][] = []
    const texts = new MiniSearch<Indexed>(INDEX)
    let first = 0
    for await (const { list, place, language, item, record } of searchDocuments(cache, searched)) {
      const id = documents.length
      if (language === 0) first = id
      documents.push({ list, place, language, record: first })
      for (const title of new Set(titlesOf(item).map(wordForm))) if (title) titles.push([title, id])
      texts.add({ id, ...searchableText(item, record) })
    }
    return new SearchIndex(searched, cache.manifest.translations ?? [], documents, new HashIndex(titles), texts)
  }

  /** False if no searchable list was crawled. */
  has(names: Iterable<ListName>): boolean {
    const asked = new Set(names)
    return this.#lists.some(({ name }) => asked.has(name))
  }

  /** The number of records that match the words, and the best `most`: those with exactly that title first, then by relevance. */
  find(query: string, scope: Scope, most: number): Found {
    const isInScope = this.#isIn(scope)
    const exact = this.#recordsOf(this.#titles.get(wordForm(query)).filter(isInScope))
    const filter = ({ id }: SearchResult) => isInScope(id as number)
    for (const mode of MATCH_MODES) {
      const found = this.#texts.search(query, { ...mode, filter }).map(({ id }) => id as number)
      const records = this.#recordsOf([...exact, ...found])
      if (records.length > 0) return { total: records.length, best: records.slice(0, most) }
    }
    return { total: 0, best: [] }
  }

  /** The first document of each record, in the order of the given documents. */
  #recordsOf(documents: readonly number[]): number[] {
    return [...new Set(documents.map((document) => this.#documents[document]?.record ?? 0))]
  }

  #isIn({ lists, categories, langid }: Scope): (document: number) => boolean {
    const isAsked = this.#lists.map((list) => {
      const types = lists.get(list.name)
      const isOfType = types === undefined ? never : types === 'all' ? always : list.hasWord('type', types)
      if (!categories || types === undefined) return isOfType
      const isOfCategory = list.name === 'guides' ? list.hasWord('category', [...categories]) : never
      return (place: number) => isOfType(place) && isOfCategory(place)
    })
    const inLists = ({ list, place }: Document) => isAsked[list]?.(place) ?? false
    const language = langid ? this.#languages.indexOf(langid) + 1 : undefined
    return (id) => {
      const document = this.#documents[id]
      return document !== undefined && (language === undefined || this.#isSpoken(id, document, language)) && inLists(document)
    }
  }

  /** True for a document in the language, and for one in the source language whose record has none in it. */
  #isSpoken(id: number, { language, record }: Document, wanted: number): boolean {
    if (language === wanted) return true
    if (language !== 0) return false
    for (let other = id + 1; this.#documents[other]?.record === record; other++)
      if (this.#documents[other]?.language === wanted) return false
    return true
  }

  /** The items of records with their keys. */
  *results(documents: readonly number[]): Generator<{ key: RecordKey; item: unknown }> {
    for (const id of documents) {
      const { list: number = 0, place = 0 } = this.#documents[id] ?? {}
      const list = this.#lists[number]
      const [item] = list?.items([place]) ?? []
      if (list && item !== undefined) yield { key: keyOf(list, item), item }
    }
  }

  /** The items of documents, unmodified, as a JSON array. */
  bytes(documents: readonly number[]): Buffer {
    const parts: Buffer[] = []
    for (const id of documents) {
      const { list = 0, place = 0 } = this.#documents[id] ?? {}
      const item = this.#lists[list]?.item(place)
      if (item) parts.push(parts.length > 0 ? COMMA : OPEN, item)
    }
    return parts.length > 0 ? Buffer.concat([...parts, CLOSE]) : Buffer.from('[]')
  }
}

const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]
const always = () => true
const never = () => false
