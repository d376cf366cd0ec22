import { fold } from '../../fold.ts'
import { transliterations } from '../../transliterate.ts'

/** A language's synonym data, and the format of the file that the browser loads. */
export interface LanguageWords {
  /** Function words, which do not affect the ranking. */
  ignored: readonly string[]
  /** Words common to most guides, which affect the ranking little. */
  faint?: readonly string[]
  /** Groups of words or phrases with the same meaning. */
  synonyms: readonly (readonly string[])[]
  /** For Chinese: each traditional character followed by the simplified one. */
  characters?: string
  /** Members of these groups that no page of the site has: they can be typed, but need not be searched for. */
  absent?: readonly string[]
  /** Words of groups of which the site has none. */
  elsewhere?: readonly string[]
}

/** Below `pagefind/`. */
export const languageFile = (lang: string): string => `words/${lang}.synonyms.json`

/** Most words have two variants. */
const MOST_WAYS = 16

/** The words of the languages that a page searches, starting with its own. */
export class Lexicon {
  readonly #ignored: ReadonlySet<string>
  readonly #faint: ReadonlySet<string>
  readonly #synonyms = new Map<string, Set<string>>()
  /** By Chinese character, its variants. */
  readonly #characters = new Map<string, string[]>()
  /** The individual words of all entries. */
  readonly #words: ReadonlySet<string>
  readonly #entries: readonly string[]
  /** The number of words in the longest entry. */
  readonly longest: number

  constructor(languages: readonly LanguageWords[]) {
    this.#ignored = new Set(languages.flatMap(({ ignored }) => ignored.map(bare)))
    this.#faint = new Set(languages.flatMap(({ faint = [] }) => faint.map(bare)))
    const entries = languages.flatMap(({ synonyms, elsewhere = [] }) => [...synonyms.flat(), ...elsewhere])
    this.#words = new Set(entries.flatMap(formsOf).flatMap((one) => singularKey(one).split(' ')))
    this.#entries = [...new Set(languages.flatMap(({ synonyms }) => synonyms.flat()))]
    const pairs = languages.flatMap(({ characters = '' }) => characters.match(/../gu) ?? []).map((pair) => Array.from(pair))
    for (const [one = '', other = ''] of pairs.flatMap((pair) => [pair, pair.toReversed()]))
      this.#characters.set(one, [...(this.#characters.get(one) ?? []), other])
    const absent = new Set(languages.flatMap((language) => language.absent ?? []))
    for (const group of languages.flatMap(({ synonyms }) => synonyms))
      for (const entry of group)
        for (const key of new Set(formsOf(entry).map(singularKey))) {
          const others = this.#synonyms.get(key) ?? new Set<string>()
          this.#synonyms.set(key, others)
          for (const other of group) if (!absent.has(other) && singularKey(other) !== singularKey(entry)) others.add(other)
        }
    this.longest = this.#entries.reduce((most, entry) => Math.max(most, entry.split(' ').length), 1)
  }

  isIgnored(word: string): boolean {
    return this.#ignored.has(bare(word))
  }

  isFaint(word: string): boolean {
    return this.#faint.has(bare(word))
  }

  /** True for a word of the language, which is no misspelling even if the site lacks it. */
  isWord(word: string): boolean {
    return this.isIgnored(word) || this.isFaint(word) || this.#words.has(singularKey(word))
  }

  /** The words for which the site has synonyms. */
  words(): string[] {
    return this.#entries.filter((entry) => !entry.includes(' ') && this.synonyms(entry).length > 0)
  }

  /** A Chinese word in its character variants. */
  variantsOf(word: string): string[] {
    if (this.#characters.size === 0) return []
    const ways = Array.from(word).reduce(
      (starts, character) =>
        starts.flatMap((start) => [character, ...(this.#characters.get(character) ?? [])].map((one) => start + one)).slice(0, MOST_WAYS),
      [''],
    )
    return ways.filter((way) => way !== word)
  }

  /** The synonyms of a word in any form, or of a phrase. */
  synonyms(words: string): readonly string[] {
    const found = [words, ...this.variantsOf(words)].flatMap((one) => [...(this.#synonyms.get(singularKey(one)) ?? [])])
    return [...new Set(found)].filter((other) => singularKey(other) !== singularKey(words))
  }
}

/** Without capitals, accents and punctuation. */
const bare = (word: string): string => fold(word).replace(/[^\p{L}\p{N} ]/gu, '')

const formsOf = (entry: string): string[] => [entry, ...transliterations(entry)]

/** Singular and plural share a key: `spanners` has the synonyms of `spanner`. */
export const singularKey = (words: string): string =>
  bare(words)
    .split(' ')
    .map((word) => (word.length > 3 ? word.replace(/(?<=s|x|ch|sh)es$|(?<!s)s$/, '') : word))
    .join(' ')
