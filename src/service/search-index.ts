import MiniSearch, { type SearchOptions } from 'minisearch'
import type { ListName } from '../cache/layout.ts'
import { NAMESPACES, type Namespace } from '../model/ref.ts'
import { fieldOf, textIn } from './fields.ts'
import type { ListIndex } from './list-index.ts'
import type { Lists } from './lists.ts'
import { words, wordForm } from './words.ts'

/** The lists that are searched. */
export type SearchedList = 'guides' | `wikis-${Namespace}`
export const SEARCHED_LISTS: readonly SearchedList[] = ['guides', ...NAMESPACES.map((namespace) => `wikis-${namespace}` as const)]

/** Something found: its place in a list. */
export interface Hit {
  list: ListIndex
  place: number
}

/** So much of a summary counts: it bounds the index, and what a summary is about stands at its start. */
const MAX_SUMMARY_CHARS = 240
/** So many words of a query count. */
const MAX_QUERY_WORDS = 12
/** Items that are taken in before others get their turn. */
const CHUNK = 250

const FIELDS = ['title', 'category', 'tags', 'summary'] as const
type Searched = Record<(typeof FIELDS)[number], string> & { id: number }
const BOOSTS = { title: 6, category: 2, tags: 2, summary: 1 }

/** What anyone may find by words: guides and wikis by titles, categories, tags and summaries. */
export class SearchIndex {
  readonly #lists: ListIndex[] = []
  /** By number of a document: where it lies. */
  readonly #places: { list: number; place: number }[] = []
  /** By title in its {@link wordForm}: documents. */
  readonly #titles = new Map<string, number[]>()
  readonly #engine = new MiniSearch<Searched>({ fields: [...FIELDS], tokenize: words, processTerm: (term) => term || null })

  /** Reads the lists once. */
  static async of(lists: Lists): Promise<SearchIndex> {
    const index = new SearchIndex()
    for (const name of SEARCHED_LISTS) {
      const list = await lists.index(name)
      if (list) await index.#take(list)
    }
    return index
  }

  /** False where no list was crawled that could be searched. */
  has(names: readonly ListName[]): boolean {
    return this.#lists.some(({ name }) => names.includes(name))
  }

  /** What a query finds, best first: the same title, then all of its words, then such with typing errors, then some of its words. */
  find(query: string, isWanted: (hit: Hit) => boolean): Hit[] {
    const text = words(query).slice(0, MAX_QUERY_WORDS).join(' ')
    const last = text.slice(text.lastIndexOf(' ') + 1)
    const exact = this.#titles.get(wordForm(query)) ?? []
    const whole: SearchOptions = {
      boost: BOOSTS,
      combineWith: 'AND',
      prefix: (term, at, terms) => at === terms.length - 1 && term.length > 1,
    }
    const attempts: SearchOptions[] = [
      whole,
      { ...whole, fuzzy: (term) => (term.length > 7 ? 2 : term.length > 3 ? 1 : false) },
      { ...whole, combineWith: 'OR' },
    ]
    for (const options of last ? attempts : []) {
      const found = this.#engine.search(text, options).map(({ id }) => id as number)
      const hits = this.#hitsOf(new Set([...exact, ...found])).filter(isWanted)
      if (hits.length > 0) return hits
    }
    return this.#hitsOf(exact).filter(isWanted)
  }

  #hitsOf(ids: Iterable<number>): Hit[] {
    return Array.from(ids).flatMap((id) => {
      const at = this.#places[id]
      const list = at && this.#lists[at.list]
      return list ? [{ list, place: at.place }] : []
    })
  }

  async #take(list: ListIndex): Promise<void> {
    const number = this.#lists.push(list) - 1
    let documents: Searched[] = []
    let place = -1
    for await (const item of list.all()) {
      if (list.number('isPublic', ++place) === 0) continue
      const id = this.#places.push({ list: number, place }) - 1
      for (const title of new Set([textIn(item, 'title'), textIn(item, 'display_title')].map(wordForm))) this.#note(title, id)
      if (documents.push(documentOf(id, item)) < CHUNK) continue
      await this.#engine.addAllAsync(documents, { chunkSize: CHUNK })
      documents = []
    }
    this.#engine.addAll(documents)
  }

  #note(title: string, id: number): void {
    if (!title) return
    const known = this.#titles.get(title)
    if (known) known.push(id)
    else this.#titles.set(title, [id])
  }
}

function documentOf(id: number, item: unknown): Searched {
  const tags = fieldOf(item, 'tags')
  return {
    id,
    title: `${textIn(item, 'title')} ${textIn(item, 'display_title')}`,
    category: textIn(item, 'category'),
    tags: Array.isArray(tags) ? tags.join(' ') : '',
    summary: (textIn(item, 'summary') || textIn(item, 'text')).slice(0, MAX_SUMMARY_CHARS),
  }
}
