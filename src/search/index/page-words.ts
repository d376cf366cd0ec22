import type { SearchDocument } from '../document.ts'
import { hasUnspaced } from '../unspaced.ts'

/** The part of a page in which a word occurs: a title, a name, or its text. */
type Where = 't' | 'n' | 'x'

/** Titles and names are more carefully written than texts. */
const WEIGHT: Readonly<Record<Where, number>> = { t: 10, n: 5, x: 1 }
/** Some 70 KB compressed, loaded only by the rare search without results. */
const MOST_WORDS = 20_000
/** A short word in fewer texts may itself be misspelled. */
const FEWEST_TEXTS = 2
const LONG = 6

/** Words of two letters or more as people type them, including `won't`. */
const WORD = /\p{L}(?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))+/gu

/** Numbers the words of pages, so that the words of each page are stored compactly. */
export class PageWords {
  /** By number: each word as written, prefixed with one of {@link Where}. */
  readonly all: string[] = []
  readonly #numbers: Readonly<Record<Where, Map<string, number>>> = { t: new Map(), n: new Map(), x: new Map() }

  /** `all` are the words known already. */
  constructor(all: readonly string[] = []) {
    for (const word of all) this.numberOf(word)
  }

  /**
   * The words that a document adds to the vocabulary of its language. People and teams add only their names, as their texts are less
   * carefully written.
   */
  in({ title, breadcrumb, filters, lead, text, sections, rank }: SearchDocument): Uint32Array {
    const numbers = new Set<number>()
    const add = (where: Where, texts: readonly string[]) => {
      for (const text of texts) for (const word of wordsIn(text)) numbers.add(this.#numberIn(where, word))
    }
    if (rank === 3) add('n', [title])
    else {
      add('t', [title, breadcrumb, ...filters.tag, ...sections.map((section) => section.title)])
      add('x', [lead, text, ...sections.map((section) => section.text)])
    }
    return Uint32Array.from(numbers).sort()
  }

  numberOf(word: string): number {
    return this.#numberIn(word.charAt(0) as Where, word.slice(1))
  }

  #numberIn(where: Where, word: string): number {
    const numbers = this.#numbers[where]
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, this.all.length)
    return this.all.push(where + word) - 1
  }
}

/** The words of a text; none for Chinese and Japanese, which have no spaces. */
function wordsIn(text: string): string[] {
  const words = text.normalize('NFC').match(WORD) ?? []
  return hasUnspaced(text) ? words.filter((word) => !hasUnspaced(word)) : words
}

/** Packs ascending numbers into a text: differences, seven bits per byte. */
export function packNumbers(numbers: Uint32Array): string {
  const bytes: number[] = []
  let before = 0
  for (const number of numbers) {
    let more = number - before
    for (; more > 127; more >>>= 7) bytes.push((more & 127) | 128)
    bytes.push(more)
    before = number
  }
  return Buffer.from(bytes).toString('base64')
}

/** Calls back with each number packed by {@link packNumbers}. */
export function unpackNumbers(text: string, each: (number: number) => void): void {
  let [before, more, shift] = [0, 0, 0]
  for (const byte of Buffer.from(text, 'base64')) {
    more |= (byte & 127) << shift
    shift += 7
    if (byte > 127) continue
    each((before += more))
    ;[more, shift] = [0, 0]
  }
}

/** A word in all its spellings. */
export interface WordCount {
  /** In lower case. */
  word: string
  weight: number
  /** The number of pages with it in their text. */
  texts: number
  /** True if it occurs in a title or a name. */
  isNamed: boolean
  /** The most frequent spelling in texts and names. */
  spelling: string
  most: number
}

/** Counts the words of one language; `pages` contain their numbers in `all`, packed. */
export function countWords(pages: Iterable<string>, all: readonly string[]): WordCount[] {
  const counts = new Uint32Array(all.length)
  for (const page of pages) unpackNumbers(page, (number) => (counts[number] = (counts[number] ?? 0) + 1))
  const found = new Map<string, WordCount>()
  for (const [number, count] of counts.entries()) {
    if (count === 0) continue
    const where = all[number]?.charAt(0) as Where
    const spelling = all[number]?.slice(1) ?? ''
    const word = spelling.toLowerCase()
    const sum = found.get(word) ?? { word, weight: 0, texts: 0, isNamed: false, spelling, most: 0 }
    found.set(word, sum)
    sum.weight += WEIGHT[where] * count
    if (where === 'x') sum.texts += count
    else sum.isNamed = true
    // Titles capitalize words that texts do not.
    const telling = where === 't' ? 0 : count
    if (telling > sum.most || (telling === sum.most && spelling > sum.spelling)) [sum.spelling, sum.most] = [spelling, telling]
  }
  return [...found.values()]
}

/**
 * The words of one language, used to correct misspelled ones, without those that `isIgnored`. The same documents in any order give the same
 * words in the same order.
 */
export const vocabularyOf = (counts: readonly WordCount[], isIgnored: (word: string) => boolean = () => false): string[] =>
  counts
    .filter(({ word, texts, isNamed }) => !isIgnored(word) && (isNamed || texts >= FEWEST_TEXTS || (texts > 0 && word.length >= LONG)))
    .sort((one, other) => other.weight - one.weight || (one.word < other.word ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(({ spelling }) => spelling)
