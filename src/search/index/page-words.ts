import type { SearchDocument } from '../document.ts'
import { hasUnspaced } from '../unspaced.ts'
import { wordsIn, writtenIn } from './word-case.ts'

/** How a page has a word: in a title, a text or a name, in lower case; or as it is spelled there. */
export const HOW = { title: 't', text: 'x', textSo: '=', name: 'n', spelling: 's', nameSo: 'N', noun: 'd' } as const
export type How = (typeof HOW)[keyof typeof HOW]

/** Gives the words of pages numbers, so that it can be kept in little room which page has which. */
export class PageWords {
  /** By number: each word, with a letter before it that is one of {@link HOW}. */
  readonly all: string[]
  readonly #numbers = Object.fromEntries(Object.values(HOW).map((how) => [how, new Map()])) as Record<How, Map<string, number>>

  /** `all` are those that are known already. */
  constructor(all: readonly string[] = []) {
    this.all = [...all]
    for (const [number, word] of all.entries()) this.#numbers[word.charAt(0) as How].set(word.slice(1), number)
  }

  /** What a document adds to the vocabulary of its language. Of people and teams that is their names: what they say of themselves is not read as closely. */
  in({ lang, title, breadcrumb, filters, lead, text, sections, rank }: SearchDocument): Uint32Array {
    const found = new Set<number>()
    if (rank === 3) {
      for (const { word } of wordsIn(title)) found.add(this.#of(HOW.nameSo, word))
      for (const word of wordsOf(title)) found.add(this.#of(HOW.name, word))
      return Uint32Array.from(found).sort()
    }
    const headings = sections.map((section) => section.title)
    const texts = [lead, text, ...sections.map((section) => section.text)]
    const { words, spellings, nouns } = writtenIn(texts, [title, ...breadcrumb.split(' › '), ...headings], lang)
    for (const word of wordsOf([title, breadcrumb, ...filters.tag, ...headings].join(' '))) found.add(this.#of(HOW.title, word))
    for (const noun of nouns) found.add(this.#of(HOW.noun, noun))
    // Most words are spelled as they are kept: one number says both.
    for (const word of words) if (isWord(word)) found.add(this.#of(spellings.delete(word) ? HOW.textSo : HOW.text, word))
    for (const spelling of spellings) found.add(this.#of(HOW.spelling, spelling))
    return Uint32Array.from(found).sort()
  }

  #of(how: How, word: string): number {
    const numbers = this.#numbers[how]
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, this.all.length)
    return this.all.push(how + word) - 1
  }
}

/** The words of a text in lower case; Chinese and Japanese, which have no spaces, have none. */
const wordsOf = (text: string): string[] =>
  wordsIn(text)
    .map(({ word }) => word.toLowerCase())
    .filter(isWord)
const isWord = (word: string): boolean => !hasUnspaced(word)

/** Numbers in rising order as a text: each as what it has more than the one before, seven bits a byte. */
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

/** Calls back with each of the numbers that {@link packNumbers} has packed. */
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
