import type { BrowserWords } from '../../words/browser.ts'
import { Cached, onFirstUse } from '../cached.ts'
import type { SearchEngine, SearchResults } from './engine/engine.ts'
import { loadIndexList, placeOf, type SearchPlace } from './engine/search-place.ts'
import { startEngine } from './engine/start-engine.ts'
import { type Query, writeQuery } from './query.ts'
import { filterWords } from './view/shown.ts'

/** A part of the site in one language. */
interface LanguagePart {
  lang: string
  /** The base path of its pages. */
  base: string
  isSource: boolean
}

/** The maximum numbers of parts of the site and of indexes that are opened. */
const MOST_PARTS = 4
const MOST_INDEXES = 20

type PartEngine = Pick<SearchEngine, 'search'>
type OpenPart = (place: SearchPlace) => Promise<PartEngine>

/** The other languages of a site, which may know a word that this one lacks. */
export class OtherLanguages {
  readonly #root: string
  readonly #parts: LanguagePart[]
  readonly #search: string
  readonly #ownOnly: boolean
  readonly #open: OpenPart
  readonly #engines = new Cached<PartEngine>()
  readonly #entries = onFirstUse(() => loadIndexList({ root: this.#root }))

  /**
   * Reads the attributes of a search form: `data-root`, `data-base`, `data-own-only` and `data-languages`, which starts with the source's.
   * `pageLang` is the page's language.
   */
  constructor(form: Pick<HTMLFormElement, 'action' | 'dataset'>, pageLang: string, open: OpenPart = startEngine) {
    const { base, root, ownOnly } = placeOf(form, pageLang)
    const { languages = '' } = form.dataset
    this.#ownOnly = ownOnly
    this.#open = open
    this.#root = root
    this.#search = new URL(form.action).href.slice(new URL(base, form.action).href.length)
    this.#parts = languages
      .split(' ')
      .filter(Boolean)
      .map((lang, at) => ({ lang, base: at === 0 ? root : `${root}${lang}/`, isSource: at === 0 }))
      .filter(({ lang }) => lang.toLowerCase() !== pageLang.toLowerCase())
  }

  /**
   * The languages with pages that have all words of a query, if no page of this language has: the number of results, and the address of the
   * same search there.
   */
  async find(
    { text, filters }: Query,
    { hasAll, unknown }: Pick<SearchResults, 'hasAll' | 'unknown'>,
  ): Promise<{ lang: string; total: number; href: string }[]> {
    const isFiltered = Object.keys(filters).length > 0
    if (this.#parts.length === 0 || !text || hasAll || (unknown.length === 0 && isFiltered)) return []
    const query: Query = { text, filters: {}, sort: 'relevance' }
    const found: Awaited<ReturnType<OtherLanguages['find']>> = []
    // One after the other: each opens indexes.
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
  async #worthAsking(): Promise<LanguagePart[]> {
    const entries = await this.#entries()
    const indexesOf = ({ lang, isSource }: LanguagePart): number =>
      entries.filter((entry) => entry.isTranslation !== isSource && (isSource || entry.lang === lang)).length
    let left = MOST_INDEXES
    return this.#parts
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .filter((part) => indexesOf(part) > 0 && (left -= indexesOf(part)) >= 0)
      .slice(0, MOST_PARTS)
  }

  #engine({ lang, base }: LanguagePart, ownOnly: boolean): Promise<PartEngine> {
    return this.#engines.get(`${lang} ${ownOnly}`, () => this.#open({ root: this.#root, base, lang, ownOnly }))
  }
}

const rankOf = ({ lang, isSource }: LanguagePart): number => {
  const spoken = navigator.languages.findIndex((other) => other.split('-')[0] === lang.split('-')[0])
  return isSource ? -1 : spoken < 0 ? navigator.languages.length : spoken
}

/** A link to a search in another language, `3 results in German`. */
export interface LanguageLink {
  href: string
  lang: string
  text: string
}

/** Does not search while typing continues. */
const PAUSE_MS = 400

/** Finds which other languages of the site have results, once typing pauses. */
export class LanguageLinks {
  readonly #others: OtherLanguages
  readonly #words: BrowserWords
  readonly #onFound: (links: readonly LanguageLink[]) => void
  #pause: ReturnType<typeof setTimeout> | undefined
  #asked = 0

  /** `onFound` is called with none on each new query, and with the links later. */
  constructor(form: HTMLFormElement, words: BrowserWords, onFound: (links: readonly LanguageLink[]) => void) {
    this.#others = new OtherLanguages(form, document.documentElement.lang)
    this.#words = words
    this.#onFound = onFound
  }

  /** Called when the query changes. */
  cancel(): void {
    clearTimeout(this.#pause)
    this.#asked++
    this.#onFound([])
  }

  /** Called with a query and its answer in this language. */
  suggest(query: Query, answer: SearchResults): void {
    this.cancel()
    const asked = this.#asked
    const find = async (): Promise<void> => {
      const found = await this.#others.find(query, answer)
      if (asked === this.#asked) this.#onFound(found.map((one) => this.#linkTo(one)))
    }
    this.#pause = setTimeout(() => void find().catch(reportError), PAUSE_MS)
  }

  #linkTo({ lang, total, href }: { lang: string; total: number; href: string }): LanguageLink {
    return { href, lang, text: this.#words.count('found.elsewhere', total, { language: filterWords(this.#words, 'language', lang) }) }
  }
}
