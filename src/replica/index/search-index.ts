import type { RecordKey } from '../../cache/layout.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { NAMESPACES, type Namespace } from '../../model/ref.ts'
import { HashIndex } from './hash-index.ts'
import type { ListIndex } from './list-index.ts'
import type { Lists } from './lists.ts'
import { keyOf, searchDocuments } from './search-documents.ts'
import { titlesOf, weightsOf } from './searchable-text.ts'
import { type Found, type Manner, WordIndex, WordIndexDraft } from './word-index.ts'
import { wordForm, words } from './words.ts'
import type { ListName } from '../../model/resources.ts'

/** The lists that are searched. */
export type SearchedList = 'guides' | `wikis-${Namespace}`
export const SEARCHED_LISTS: readonly SearchedList[] = ['guides', ...NAMESPACES.map((namespace) => `wikis-${namespace}` as const)]

/** So many words of a query count. */
const MAX_QUERY_WORDS = 12

/** The first that finds something counts: all words, then such with typing errors, then some of them. */
const MANNERS: readonly Manner[] = [
  { isStrict: true, isTolerant: false },
  { isStrict: true, isTolerant: true },
  { isStrict: false, isTolerant: true },
]

/** Which of the documents are wanted. */
export interface Scope {
  /** By list: all of it, none, or items whose `type` is one of these. */
  lists: ReadonlyMap<ListName, readonly string[] | 'all'>
  /** Categories that guides must be of, when only some are wanted. */
  categories?: ReadonlySet<string>
  /** A language of the cache: each record is looked at in it, or in the source language where it has no translation. */
  langid?: string
}

/** What anyone may find by words: guides and wikis by titles, categories, tags, summaries and their whole text, in every language of the cache. */
export class SearchIndex {
  readonly #lists: readonly ListIndex[]
  readonly #languages: readonly string[]
  /** By number of a document: its list, its place there, and its language. */
  readonly #listOf: Uint8Array
  readonly #placeOf: Uint32Array
  readonly #languageOf: Uint8Array
  /** The first document of the same record, which is the one in the source language. */
  readonly #recordOf: Uint32Array
  /** Documents by title in its {@link wordForm}. */
  readonly #titles: HashIndex
  readonly #words: WordIndex

  private constructor(lists: readonly ListIndex[], languages: readonly string[], { at, titles, words }: SearchDraft) {
    this.#lists = lists
    this.#languages = languages
    this.#listOf = Uint8Array.from(at, ({ list }) => list)
    this.#placeOf = Uint32Array.from(at, ({ place }) => place)
    this.#languageOf = Uint8Array.from(at, ({ language }) => language)
    let first = 0
    this.#recordOf = Uint32Array.from(at, ({ language }, document) => (language === 0 ? (first = document) : first))
    this.#titles = new HashIndex(titles)
    this.#words = new WordIndex(words, this.#recordOf)
  }

  /** Reads the lists and their records once; others get their turn meanwhile. */
  static async of(cache: CacheReader, lists: Lists): Promise<SearchIndex> {
    const searched = (await Promise.all(SEARCHED_LISTS.map((name) => lists.index(name)))).filter((list) => list !== undefined)
    const draft: SearchDraft = { at: [], titles: [], words: new WordIndexDraft() }
    for await (const { list, place, language, item, record } of searchDocuments(cache, searched)) {
      for (const title of new Set(titlesOf(item).map(wordForm))) if (title) draft.titles.push([title, draft.at.length])
      draft.at.push({ list, place, language })
      draft.words.add(weightsOf(item, record))
    }
    return new SearchIndex(searched, cache.manifest.translations ?? [], draft)
  }

  /** False where no list was crawled that could be searched. */
  has(names: Iterable<ListName>): boolean {
    const asked = new Set(names)
    return this.#lists.some(({ name }) => asked.has(name))
  }

  /** How many records hold the words, and the best `most`: those with exactly that title first, then by how well they fit. */
  find(query: string, scope: Scope, most: number): Found {
    const isInScope = this.#isIn(scope)
    const exact = this.#recordsTitled(query, isInScope)
    const isWanted =
      exact.length > 0 ? (document: number) => !exact.includes(this.#recordOf[document] ?? 0) && isInScope(document) : isInScope
    const asked = [...new Set(words(query))].slice(0, MAX_QUERY_WORDS)
    for (const manner of asked.length > 0 ? MANNERS : []) {
      const { total, best } = this.#words.find(asked, manner, { isWanted, most })
      if (exact.length + total > 0) return { total: exact.length + total, best: Uint32Array.from([...exact, ...best].slice(0, most)) }
    }
    return { total: exact.length, best: Uint32Array.from(exact.slice(0, most)) }
  }

  #recordsTitled(query: string, isInScope: (document: number) => boolean): number[] {
    const titled = this.#titles.get(wordForm(query)).filter(isInScope)
    return [...new Set(titled.map((document) => this.#recordOf[document] ?? 0))]
  }

  #isIn({ lists, categories, langid }: Scope): (document: number) => boolean {
    const isAsked = this.#lists.map((list) => {
      const types = lists.get(list.name)
      const isOfType = types === undefined ? never : types === 'all' ? always : list.hasWord('type', types)
      if (!categories || types === undefined) return isOfType
      const isOfCategory = list.name === 'guides' ? list.hasWord('category', [...categories]) : never
      return (place: number) => isOfType(place) && isOfCategory(place)
    })
    const inLists = (document: number) => isAsked[this.#listOf[document] ?? 0]?.(this.#placeOf[document] ?? 0) ?? false
    if (!langid) return inLists
    const language = this.#languages.indexOf(langid) + 1
    return (document) => this.#isSpoken(document, language) && inLists(document)
  }

  /** True for a document in the language, and for one in the source language whose record has none in it. */
  #isSpoken(document: number, language: number): boolean {
    if (this.#languageOf[document] === language) return true
    if (this.#languageOf[document] !== 0) return false
    for (let other = document + 1; this.#recordOf[other] === document; other++) if (this.#languageOf[other] === language) return false
    return true
  }

  /** The items of records with what names their records. */
  *results(documents: Uint32Array): Generator<{ key: RecordKey; item: unknown }> {
    for (const document of documents) {
      const list = this.#lists[this.#listOf[document] ?? 0]
      const [item] = list?.items([this.#placeOf[document] ?? 0]) ?? []
      if (list && item !== undefined) yield { key: keyOf(list, item), item }
    }
  }

  /** The items of documents as they came, as a JSON array. */
  bytes(documents: Uint32Array): Buffer {
    const parts: Buffer[] = []
    for (const document of documents) {
      const item = this.#lists[this.#listOf[document] ?? 0]?.item(this.#placeOf[document] ?? 0)
      if (item) parts.push(parts.length > 0 ? COMMA : OPEN, item)
    }
    return parts.length > 0 ? Buffer.concat([...parts, CLOSE]) : Buffer.from('[]')
  }
}

const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]
const always = () => true
const never = () => false

interface SearchDraft {
  at: { list: number; place: number; language: number }[]
  titles: [string, number][]
  words: WordIndexDraft
}
