import { INDEX_LIST, type IndexEntry } from '../index-list.ts'
import { type Answer, type Engine, openEngine } from './engine/engine.ts'
import type { OpenIndex } from './engine/indexes.ts'
import { openIndexIn } from './engine/open-index.ts'
import { placeOf } from './place-of.ts'
import { type Query, writeQuery } from './query.ts'
import { fetchFile } from '../../trusted/files.ts'

/** The results of a search in another language of the site. */
export interface Elsewhere {
  lang: string
  total: number
  /** The same search there. */
  href: string
}

/** A part of the site in one language. */
interface Part {
  lang: string
  /** The base path of its pages. */
  base: string
  isSource: boolean
}

/** The maximum numbers of parts of the site and of indexes that are opened. */
const MOST_PARTS = 4
const MOST_INDEXES = 20

/** The other languages of a site, which may know a word that this one lacks. */
export class OtherLanguages {
  readonly #root: string
  readonly #parts: Part[]
  readonly #search: string
  readonly #ownOnly: boolean
  readonly #openIn: (lang: string) => OpenIndex
  readonly #engines = new Map<string, Promise<Engine>>()
  #entries: Promise<IndexEntry[]> | undefined

  /**
   * Reads the attributes of a search form: `data-root`, `data-base`, `data-own-only` and `data-languages`, which starts with the source's.
   * `lang` is the page's language.
   */
  constructor({ action, dataset }: Pick<HTMLFormElement, 'action' | 'dataset'>, lang: string, openIn = openIndexIn) {
    const { base, root, ownOnly } = placeOf({ dataset })
    const { languages = '' } = dataset
    this.#ownOnly = ownOnly
    this.#openIn = openIn
    const all = languages.split(' ').filter(Boolean)
    this.#root = root
    this.#search = new URL(action).href.slice(new URL(base, action).href.length)
    this.#parts = all
      .map((other, at) => ({ lang: other, base: at === 0 ? root : `${root}${other}/`, isSource: at === 0 }))
      .filter((part) => part.lang.toLowerCase() !== lang.toLowerCase())
  }

  /** The languages with pages that have all words of a query, if no page of this language has. */
  async find({ text, filters }: Query, { hasAll, unknown }: Pick<Answer, 'hasAll' | 'unknown'>): Promise<Elsewhere[]> {
    const isFiltered = Object.keys(filters).length > 0
    if (this.#parts.length === 0 || !text || hasAll || (unknown.length === 0 && isFiltered)) return []
    const query: Query = { text, filters: {}, sort: 'relevance' }
    const found: Elsewhere[] = []
    // Sequentially: a worker reads its language from a global that all indexes share while they open.
    for (const part of await this.#worthAsking()) {
      const answer = await (await this.#engine(part, !part.isSource)).search(query, 1)
      const [best] = await answer.next(1)
      if (best?.missingWords.length !== 0 || answer.unknown.length > 0) continue
      // The search there may also find source pages.
      const { total } = part.isSource || this.#ownOnly ? answer : await (await this.#engine(part, false)).search(query)
      found.push({ lang: part.lang, total, href: `${part.base}${this.#search}${writeQuery(query)}` })
    }
    return found
  }

  /** The source, the reader's browser languages, then others. */
  async #worthAsking(): Promise<Part[]> {
    this.#entries ??= json<IndexEntry[]>(`${this.#root}pagefind/${INDEX_LIST}`)
    const entries = await this.#entries.catch((error: unknown) => {
      this.#entries = undefined
      throw error
    })
    const indexesOf = ({ lang, isSource }: Part): number =>
      entries.filter((entry) => entry.isTranslation !== isSource && (isSource || entry.lang === lang)).length
    let left = MOST_INDEXES
    return this.#parts
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .filter((part) => indexesOf(part) > 0 && (left -= indexesOf(part)) >= 0)
      .slice(0, MOST_PARTS)
  }

  async #engine({ lang, base }: Part, ownOnly: boolean): Promise<Engine> {
    const key = `${lang} ${ownOnly}`
    const opening = this.#engines.get(key) ?? openEngine({ root: this.#root, base, lang, ownOnly }, this.#openIn(lang))
    this.#engines.set(key, opening)
    try {
      return await opening
    } catch (error) {
      this.#engines.delete(key)
      throw error
    }
  }
}

const rankOf = ({ lang, isSource }: Part): number => {
  const spoken = navigator.languages.findIndex((other) => other.split('-')[0] === lang.split('-')[0])
  return isSource ? -1 : spoken < 0 ? navigator.languages.length : spoken
}

async function json<T>(url: string): Promise<T> {
  const response = await fetchFile(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as T
}
