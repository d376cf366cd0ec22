import type { BrowserWords } from '../../../words/browser.ts'
import type { Answer } from '../engine/engine.ts'
import type { Elsewhere, OtherLanguages } from '../elsewhere.ts'
import type { Query } from '../query.ts'
import { filterWords } from './filter-words.ts'

/** A link to a search in another language, `3 results in German`. */
export interface LanguageLink {
  href: string
  lang: string
  text: string
}

/** Does not search while typing continues. */
const PAUSE_MS = 400

/** Shows which other languages of the site have results, once typing pauses. */
export class ElsewhereView {
  readonly #others: OtherLanguages
  readonly #words: BrowserWords
  readonly #onFound: (links: readonly LanguageLink[]) => void
  #pause: ReturnType<typeof setTimeout> | undefined
  #asked = 0

  /** `onFound` is called with none on each new query, and with the links later. */
  constructor(others: OtherLanguages, words: BrowserWords, onFound: (links: readonly LanguageLink[]) => void) {
    this.#others = others
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
  suggest(query: Query, answer: Answer): void {
    this.cancel()
    const asked = this.#asked
    this.#pause = setTimeout(() => {
      this.#others.find(query, answer).then(
        (found) => {
          if (asked === this.#asked) this.#onFound(found.map((one) => this.#linkTo(one)))
        },
        (error: unknown) => reportError(error),
      )
    }, PAUSE_MS)
  }

  #linkTo({ lang, total, href }: Elsewhere): LanguageLink {
    return { href, lang, text: this.#words.count('found.elsewhere', total, { language: filterWords(this.#words, 'language', lang) }) }
  }
}
