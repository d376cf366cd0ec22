import { setImmediate as turn } from 'node:timers/promises'
import type { ListName } from '../cache/layout.ts'
import { NAMESPACES, type Namespace } from '../model/ref.ts'
import { fieldOf, textIn } from './fields.ts'
import { HashIndex } from './hash-index.ts'
import type { ListIndex } from './list-index.ts'
import type { Lists } from './lists.ts'
import { type Found, type Manner, WordIndex, WordIndexDraft } from './word-index.ts'
import { wordForm, words } from './words.ts'

/** The lists that are searched. */
export type SearchedList = 'guides' | `wikis-${Namespace}`
export const SEARCHED_LISTS: readonly SearchedList[] = ['guides', ...NAMESPACES.map((namespace) => `wikis-${namespace}` as const)]

/** So much of a summary counts: it bounds the index, and what a summary is about stands at its start. */
const MAX_SUMMARY_CHARS = 240
/** So many words of a query count. */
const MAX_QUERY_WORDS = 12
/** Items that are taken in before others get their turn. */
const CHUNK = 200

/** The first that finds something counts: all words, then such with typing errors, then some of them. */
const MANNERS: readonly Manner[] = [
  { isStrict: true, isTolerant: false },
  { isStrict: true, isTolerant: true },
  { isStrict: false, isTolerant: true },
]

/** What anyone may find by words: guides and wikis by titles, categories, tags and summaries. */
export class SearchIndex {
  readonly #lists: readonly ListIndex[]
  /** By number of a document: its list, and its place there. */
  readonly #listOf: Uint8Array
  readonly #placeOf: Uint32Array
  /** Documents by title in its {@link wordForm}. */
  readonly #titles: HashIndex
  readonly #words: WordIndex

  private constructor(
    lists: readonly ListIndex[],
    at: readonly [list: number, place: number][],
    titles: [string, number][],
    words: WordIndex,
  ) {
    this.#lists = lists
    this.#listOf = Uint8Array.from(at, ([list]) => list)
    this.#placeOf = Uint32Array.from(at, ([, place]) => place)
    this.#titles = new HashIndex(titles)
    this.#words = words
  }

  /** Reads the lists once; others get their turn meanwhile. */
  static async of(lists: Lists): Promise<SearchIndex> {
    const searched = (await Promise.all(SEARCHED_LISTS.map((name) => lists.index(name)))).filter((list) => list !== undefined)
    const draft = new WordIndexDraft()
    const at: [number, number][] = []
    const titles: [string, number][] = []
    for (const [number, list] of searched.entries()) {
      let place = 0
      for await (const item of list.all()) {
        if (list.number('isPublic', place) === 1) {
          for (const title of new Set([textIn(item, 'title'), textIn(item, 'display_title')].map(wordForm)))
            if (title) titles.push([title, at.length])
          at.push([number, place])
          draft.add(weightsOf(item))
        }
        if (++place % CHUNK === 0) await turn()
      }
    }
    return new SearchIndex(searched, at, titles, new WordIndex(draft))
  }

  /** False where no list was crawled that could be searched. */
  has(names: readonly ListName[]): boolean {
    return this.#lists.some(({ name }) => names.includes(name))
  }

  /** How many documents of these lists a query finds, and the best of them; the same title before all others. */
  find(query: string, names: readonly ListName[], { most, teardownsOnly = false }: { most: number; teardownsOnly?: boolean }): Found {
    const isTeardown = this.#lists.map((list) => (teardownsOnly && list.name === 'guides' ? list.hasWord('type', ['teardown']) : always))
    const isAsked = this.#lists.map(({ name }) => names.includes(name))
    const isInLists = (document: number): boolean => {
      const list = this.#listOf[document] ?? 0
      return (isAsked[list] ?? false) && (isTeardown[list]?.(this.#placeOf[document] ?? 0) ?? false)
    }
    const exact = this.#titles.get(wordForm(query)).filter(isInLists)
    const isWanted = exact.length > 0 ? (document: number) => !exact.includes(document) && isInLists(document) : isInLists
    const asked = [...new Set(words(query))].slice(0, MAX_QUERY_WORDS)
    for (const manner of asked.length > 0 ? MANNERS : []) {
      const { total, best } = this.#words.find(asked, manner, { isWanted, most })
      if (exact.length + total > 0) return { total: exact.length + total, best: Uint32Array.from([...exact, ...best].slice(0, most)) }
    }
    return { total: exact.length, best: Uint32Array.from(exact.slice(0, most)) }
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

/** What a word of an item counts: most in a short title, least in a summary. */
function weightsOf(item: unknown): Map<string, number> {
  const tags = fieldOf(item, 'tags')
  const weights = new Map<string, number>()
  const count = (text: string, weight: number) => {
    const all = new Set(words(text))
    for (const word of all) weights.set(word, (weights.get(word) ?? 0) + weight / (1 + all.size / 12))
  }
  count(`${textIn(item, 'title')} ${textIn(item, 'display_title')}`, 140)
  count(textIn(item, 'category'), 40)
  count(Array.isArray(tags) ? tags.join(' ') : '', 40)
  count((textIn(item, 'summary') || textIn(item, 'text')).slice(0, MAX_SUMMARY_CHARS), 20)
  return weights
}
