import { Cached } from '../../cached.ts'
import type { Found, FoundPages, SearchIndex, SearchOptions } from '../../pagefind-api.ts'

/** What one index has of a word form. */
export interface WordMatches {
  /** Pages with a word that begins with it, or else with the longest word that is a prefix of it. */
  found: readonly Found[]
  /** Pages with the word itself. */
  exact: ReadonlySet<string>
  /** How many pages have the word itself, ignoring filters. */
  pagesWithIt: number
}

/** Typing repeats most queries. */
const MOST_ANSWERS = 200

/** An index with a cache of its last answers. */
export class Source {
  readonly pages: number
  readonly weight: number
  /** The position of a page among all documents. */
  readonly placeOf: (id: string) => number
  readonly #search: SearchIndex
  readonly #answers = new Cached<FoundPages>(MOST_ANSWERS)

  constructor(search: SearchIndex, pages: number, weight: number, placeOf: (id: string) => number = () => 0) {
    this.pages = pages
    this.weight = weight
    this.placeOf = placeOf
    this.#search = search
  }

  search(text: string | null, options: SearchOptions): Promise<FoundPages> {
    return this.#answers.get(JSON.stringify([text, options]), () => this.#search(text, options))
  }

  /** The pages with exactly these words, adjacent. */
  async exactly(text: string, options: SearchOptions): Promise<{ exact: Set<string>; pagesWithIt: number }> {
    const { results, unfilteredResultCount } = await this.search(`"${text}"`, options)
    return { exact: new Set(results.map(({ id }) => id)), pagesWithIt: unfilteredResultCount }
  }

  /** Pages with a word, or with longer ones that begin with it. */
  async look(text: string, options: SearchOptions): Promise<WordMatches> {
    const [{ results }, exactly] = await Promise.all([this.search(text, options), this.exactly(text, options)])
    return { found: results, ...exactly }
  }

  /** Pages with exactly these words; details are requested only if there are any. */
  async lookExactly(text: string, options: SearchOptions): Promise<WordMatches> {
    const { exact, pagesWithIt } = await this.exactly(text, options)
    const found = exact.size > 0 ? (await this.search(text, options)).results.filter(({ id }) => exact.has(id)) : []
    return { found, exact, pagesWithIt }
  }
}
