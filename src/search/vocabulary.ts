import type { SearchDocument } from './document.ts'
import { hasUnspaced } from './unspaced.ts'

/** Below `pagefind/`: a file a language, the words of its pages as a JSON array, the most telling ones first. */
export const vocabularyFile = (lang: string): string => `words/${lang}.json`

/** Some 70 KB on their way, for the one search in many that finds nothing. */
const MOST_WORDS = 20_000
/** A word that fewer texts have may itself be a slip. Titles are read more closely. */
const FEWEST_TEXTS = 3
const TITLE_WEIGHT = 10

/** Words as people type them, `won't` among them; Chinese and Japanese, which have no spaces, have none. */
const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}(?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))+/gu) ?? []
  ).filter((word) => !hasUnspaced(word))

/** Gathers the words of one language, to know what a mistyped one may have meant. */
export class Vocabulary {
  readonly #titles = new Map<string, number>()
  readonly #texts = new Map<string, number>()

  /** People's names are no words. */
  add({ title, breadcrumb, filters, lead, text, sections, rank }: SearchDocument): void {
    if (rank === 3) return
    const named = new Set(wordsOf([title, breadcrumb, ...filters.tag, ...sections.map((section) => section.title)].join(' ')))
    const written = new Set(wordsOf([lead, text, ...sections.map((section) => section.text)].join(' ')))
    for (const word of named) this.#titles.set(word, (this.#titles.get(word) ?? 0) + 1)
    for (const word of written) this.#texts.set(word, (this.#texts.get(word) ?? 0) + 1)
  }

  /** The same documents in any order give the same words in the same order. */
  words(): string[] {
    const known = new Set([...this.#titles.keys(), ...[...this.#texts].filter(([, texts]) => texts >= FEWEST_TEXTS).map(([word]) => word)])
    const weight = (word: string): number => TITLE_WEIGHT * (this.#titles.get(word) ?? 0) + (this.#texts.get(word) ?? 0)
    return [...known].sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1)).slice(0, MOST_WORDS)
  }
}
