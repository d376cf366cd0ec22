import type { SearchDocument } from '../document.ts'
import { hasUnspaced } from '../unspaced.ts'

/** Where a page has a word. */
export const WHERE = { title: 't', text: 'x', name: 'n' } as const
export type Where = (typeof WHERE)[keyof typeof WHERE]

/** Words of two letters or more, `won't` among them, as people type them. */
const WORD = /\p{L}(?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))+/gu

/** Gives the words of pages numbers, so that it can be kept in little room which page has which. */
export class PageWords {
  /** By number: each word as it is written, with a letter before it that is one of {@link WHERE}. */
  readonly all: string[]
  readonly #numbers: Map<string, number>

  /** `all` are those that are known already. */
  constructor(all: readonly string[] = []) {
    this.all = [...all]
    this.#numbers = new Map(all.map((word, number) => [word, number]))
  }

  /** What a document adds to the vocabulary of its language. Of people and teams that is their names: what they say of themselves is not read as closely. */
  in({ title, breadcrumb, filters, lead, text, sections, rank }: SearchDocument): Uint32Array {
    if (rank === 3) return this.#numbersOf([[WHERE.name, [title]]])
    return this.#numbersOf([
      [WHERE.title, [title, breadcrumb, ...filters.tag, ...sections.map((section) => section.title)]],
      [WHERE.text, [lead, text, ...sections.map((section) => section.text)]],
    ])
  }

  #numbersOf(texts: readonly (readonly [Where, readonly string[]])[]): Uint32Array {
    const words = new Set(texts.flatMap(([where, some]) => some.flatMap((text) => wordsIn(text).map((word) => where + word))))
    return Uint32Array.from(words, (word) => this.#numberOf(word)).sort()
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    this.#numbers.set(word, this.all.length)
    return this.all.push(word) - 1
  }
}

/** The words of a text; Chinese and Japanese, which have no spaces, have none. */
const wordsIn = (text: string): string[] => (text.normalize('NFC').match(WORD) ?? []).filter((word) => !hasUnspaced(word))

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
