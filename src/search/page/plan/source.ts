import type { ApartKeys } from '../../apart.ts'
import { fold } from '../../fold.ts'
import type { Found, FoundPages, Instance, SearchOptions } from '../../pagefind-api.ts'

/** What one index has of a word form. */
export interface Looked {
  /** Pages with a word that begins with it, or else with the longest word that is a prefix of it. */
  found: readonly Found[]
  /** Pages with the word itself. */
  exact: ReadonlySet<string>
  /** How many pages have the word itself, ignoring filters. */
  pagesWithIt: number
  /** See {@link FoundPages}. */
  shorter?: number | undefined
}

export interface SourceFacts {
  pages: number
  weight: number
  apart?: ApartKeys
  /** Where a page stands among all documents; all at the same place if undefined. */
  placeOf?: ((id: string) => number) | undefined
  /** True for one that keeps pages back. */
  isPart?: boolean
}

const MOST_REMEMBERED = 200

/** An index that memoises its answers, since every key repeats most questions. */
export class Source {
  readonly instance: Instance
  readonly pages: number
  readonly weight: number
  readonly placeOf: (id: string) => number
  readonly isPart: boolean
  readonly #apart: ApartKeys
  readonly #remembered = new Map<string, Promise<FoundPages>>()

  constructor(instance: Instance, { pages, weight, apart = new Map(), placeOf = () => 0, isPart = false }: SourceFacts) {
    this.instance = instance
    this.pages = pages
    this.weight = weight
    this.placeOf = placeOf
    this.isPart = isPart
    this.#apart = apart
  }

  /** Some pages of it alone. */
  narrowedTo(ids: ReadonlySet<string>): Source {
    const { pages, weight, placeOf } = this
    const search: Instance['search'] = async (text, options) => {
      const { results, ...rest } = await this.search(text, options)
      return { results: results.filter(({ id }) => ids.has(id)), ...rest }
    }
    return new Source({ search }, { pages, weight, apart: this.#apart, placeOf, isPart: true })
  }

  search(text: string | null, options: SearchOptions): Promise<FoundPages> {
    const key = `${text ?? '\0'} ${JSON.stringify(options)}`
    const asked = this.#remembered.get(key) ?? this.#ask(key, text, options)
    this.#remembered.delete(key)
    this.#remembered.set(key, asked)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > MOST_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest)
    return asked
  }

  /** Failures are not memoised. */
  #ask(key: string, text: string | null, options: SearchOptions): Promise<FoundPages> {
    const asked = this.instance.search(text, options)
    asked.catch(() => this.#remembered.delete(key))
    return asked
  }

  /** The pages with exactly these words, next to each other. */
  async exactly(text: string, options: SearchOptions): Promise<{ exact: Set<string>; pagesWithIt: number }> {
    const { exact, pagesWithIt } = await this.#withStem(text, options)
    const keys = this.#apart.get(fold(text)) ?? []
    if (keys.length === 0 || exact.size === 0) return { exact, pagesWithIt }
    const own = await Promise.all(keys.map((key) => this.#withStem(key, options)))
    return { exact: new Set(own.flatMap((one) => [...one.exact])), pagesWithIt: Math.max(...own.map((one) => one.pagesWithIt)) }
  }

  async #withStem(text: string, options: SearchOptions): Promise<{ exact: Set<string>; pagesWithIt: number }> {
    const { results, unfilteredResultCount } = await this.search(`"${text}"`, options)
    return { exact: new Set(results.map(({ id }) => id)), pagesWithIt: unfilteredResultCount }
  }

  /** Pages with a word, or with longer ones that begin with it. */
  async look(text: string, options: SearchOptions): Promise<Looked> {
    const [{ results, shorter }, exactly, { exact: ofStem }] = await Promise.all([
      this.search(text, options),
      this.exactly(text, options),
      this.#withStem(text, options),
    ])
    return { found: results.filter(({ id }) => exactly.exact.has(id) || !ofStem.has(id)), shorter, ...exactly }
  }

  /** Pages with exactly these words; details are requested only if there are any. */
  async lookExactly(text: string, options: SearchOptions): Promise<Looked> {
    const { exact, pagesWithIt } = await this.exactly(text, options)
    const found = exact.size > 0 ? (await this.search(text, options)).results.filter(({ id }) => exact.has(id)) : []
    return { found, exact, pagesWithIt }
  }
}
