import type { SearchDocument } from './document.ts'
import { TextCounts } from './index/text-counts.ts'
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
function wordsOf(text: string): string[] {
  const words = text.normalize('NFC').toLowerCase().match(WORD) ?? []
  return hasUnspaced(text) ? words.filter((word) => !hasUnspaced(word)) : words
}

/** Gathers the words of one language, to know what a mistyped one may have meant. */
export class Vocabulary {
  readonly #titles = new TextCounts()
  readonly #names = new TextCounts()
  readonly #texts = new TextCounts()
  readonly #case = new WordCase()

  /** Of people and teams their names: what they say of themselves is not read as closely. */
  add({ lang, title, breadcrumb, filters, lead, text, sections, rank }: SearchDocument): void {
    if (rank === 3) {
      this.#case.addName(title)
      this.#names.add(wordsOf(title))
      return
    }
    const titles = [title, ...breadcrumb.split(' › '), ...sections.map((section) => section.title)]
    this.#case.add([lead, text, ...sections.map((section) => section.text)], titles, lang)
    this.#titles.add(wordsOf([title, breadcrumb, ...filters.tag, ...sections.map((section) => section.title)].join(' ')))
    this.#texts.add(wordsOf([lead, text, ...sections.map((section) => section.text)].join(' ')))
  }

  /** The same documents in any order give the same words in the same order. Words that `isIgnored`, given in lower case, are left out. */
  words(isIgnored: (word: string) => boolean = () => false): string[] {
    const weights = new Map<string, number>()
    for (const word of this.all()) {
      const texts = this.#texts.of(word)
      const isCommon = texts >= FEWEST_TEXTS || (texts > 0 && word.length >= LONG)
      if (isIgnored(word) || !(isCommon || this.#titles.has(word) || this.#names.has(word))) continue
      weights.set(word, WEIGHT.title * this.#titles.of(word) + WEIGHT.name * this.#names.of(word) + texts)
    }
    const telling = [...weights].sort(([a, weightOfA], [b, weightOfB]) => weightOfB - weightOfA || (a < b ? -1 : 1))
    return this.#case.of(telling.slice(0, MOST_WORDS).map(([word]) => word))
  }

  /** Every word that a page has. */
  all(): string[] {
    return [...new Set([...this.#titles.words(), ...this.#names.words(), ...this.#texts.words()])]
  }
}
