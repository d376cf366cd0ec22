import type { SearchDocument } from './document.ts'
import { WordCase } from './index/word-case.ts'
import { hasUnspaced } from './unspaced.ts'

/** Below `pagefind/`: a file a language, the words of its pages as a JSON array, spelled as the pages do, the most telling ones first. */
export const vocabularyFile = (lang: string): string => `words/${lang}.json`

/** Some 70 KB on their way, for the one search in many that finds nothing. */
const MOST_WORDS = 20_000
/** A short word that fewer texts have may itself be a slip. Titles and names are read more closely. */
const FEWEST_TEXTS = 2
const LONG = 6
const WEIGHT = { title: 10, name: 5 }

/** Words as people type them, `won't` among them. */
const WORD = /\p{L}(?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))+/gu

/** The words of a text in lower case; Chinese and Japanese, which have no spaces, have none. */
const wordsOf = (text: string): string[] => (text.normalize('NFC').toLowerCase().match(WORD) ?? []).filter((word) => !hasUnspaced(word))

/** Gathers the words of one language, to know what a mistyped one may have meant. */
export class Vocabulary {
  readonly #titles = new Map<string, number>()
  readonly #names = new Map<string, number>()
  readonly #texts = new Map<string, number>()
  readonly #case = new WordCase()

  /** Of people and teams their names: what they say of themselves is not read as closely. */
  add({ lang, title, breadcrumb, filters, lead, text, sections, rank }: SearchDocument): void {
    if (rank === 3) {
      this.#case.addName(title)
      for (const word of new Set(wordsOf(title))) this.#names.set(word, (this.#names.get(word) ?? 0) + 1)
      return
    }
    const named = new Set(wordsOf([title, breadcrumb, ...filters.tag, ...sections.map((section) => section.title)].join(' ')))
    const written = new Set(wordsOf([lead, text, ...sections.map((section) => section.text)].join(' ')))
    const titles = [title, ...breadcrumb.split(' › '), ...sections.map((section) => section.title)]
    this.#case.add([lead, text, ...sections.map((section) => section.text)], titles, lang)
    for (const word of named) this.#titles.set(word, (this.#titles.get(word) ?? 0) + 1)
    for (const word of written) this.#texts.set(word, (this.#texts.get(word) ?? 0) + 1)
  }

  /** The same documents in any order give the same words in the same order. Words that `isIgnored`, given in lower case, are left out. */
  words(isIgnored: (word: string) => boolean = () => false): string[] {
    const common = [...this.#texts].filter(([word, texts]) => texts >= FEWEST_TEXTS || word.length >= LONG).map(([word]) => word)
    const known = new Set([...this.#titles.keys(), ...this.#names.keys(), ...common])
    const weight = (word: string): number =>
      WEIGHT.title * (this.#titles.get(word) ?? 0) + WEIGHT.name * (this.#names.get(word) ?? 0) + (this.#texts.get(word) ?? 0)
    const telling = [...known].filter((word) => !isIgnored(word)).sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1))
    return this.#case.of(telling.slice(0, MOST_WORDS))
  }

  /** Every word that a page has. */
  all(): string[] {
    return [...new Set([...this.#titles.keys(), ...this.#names.keys(), ...this.#texts.keys()])]
  }
}
