import { HOW, type How, type PageWords, unpackNumbers } from './page-words.ts'
import { WordCase } from './word-case.ts'

/** Some 70 KB on their way, for the one search in many that finds nothing. */
const MOST_WORDS = 20_000
/** A short word that fewer texts have may itself be a slip. Titles and names are read more closely. */
const FEWEST_TEXTS = 2
const LONG = 6
const WEIGHT = { title: 10, name: 5 }

type Counts = ReadonlyMap<string, number>

/** The words of one language, to know what a mistyped one may have meant. */
export class Vocabulary {
  readonly #lang: string
  readonly #counts: Record<How, Counts>

  /** `pages` have their words by number, packed. */
  constructor(lang: string, pages: Iterable<string>, { all }: Pick<PageWords, 'all'>) {
    this.#lang = lang
    const counts = new Uint32Array(all.length)
    for (const page of pages) unpackNumbers(page, (number) => (counts[number] = (counts[number] ?? 0) + 1))
    const byHow = Object.fromEntries(Object.values(HOW).map((how) => [how, new Map()])) as Record<How, Map<string, number>>
    for (const [number, count] of counts.entries()) {
      const word = all[number] ?? ''
      if (count > 0) byHow[word.charAt(0) as How].set(word.slice(1), count)
    }
    this.#counts = byHow
  }

  /** The same documents in any order give the same words in the same order. Words that `isIgnored`, given in lower case, are left out. */
  words(isIgnored: (word: string) => boolean = () => false): string[] {
    const { t: titles, n: names, s: spellings, N: spelledNames, d: nouns, '=': textSo } = this.#counts
    const texts = summed(this.#counts.x, textSo)
    const weights = new Map<string, number>()
    for (const word of this.all()) {
      const count = texts.get(word) ?? 0
      const isCommon = count >= FEWEST_TEXTS || (count > 0 && word.length >= LONG)
      if (isIgnored(word) || !(isCommon || titles.has(word) || names.has(word))) continue
      weights.set(word, WEIGHT.title * (titles.get(word) ?? 0) + WEIGHT.name * (names.get(word) ?? 0) + count)
    }
    const telling = [...weights].sort(([a, weightOfA], [b, weightOfB]) => weightOfB - weightOfA || (a < b ? -1 : 1))
    const spelled = new WordCase(this.#lang, summed(spellings, textSo), { names: spelledNames.keys(), nouns: nouns.keys() })
    return spelled.of(telling.slice(0, MOST_WORDS).map(([word]) => word))
  }

  /** Every word that a page has. */
  all(): string[] {
    const { t: titles, x: texts, '=': textSo, n: names } = this.#counts
    return [...new Set([titles, names, texts, textSo].flatMap((counts) => [...counts.keys()]))]
  }
}

function summed(one: Counts, other: Counts): Map<string, number> {
  const sums = new Map(one)
  for (const [word, count] of other) sums.set(word, (sums.get(word) ?? 0) + count)
  return sums
}
