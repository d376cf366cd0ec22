import type { SearchDocument } from '../document.ts'
import { hasUnspaced } from '../unspaced.ts'

/** The part of a page in which a word occurs. */
export const WHERE = { title: 't', text: 'x', name: 'n' } as const
export type Where = (typeof WHERE)[keyof typeof WHERE]

/** Words of two letters or more as people type them, including `won't`. */
const WORD = /\p{L}(?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))+/gu

/** Numbers the words of pages, so that the words of each page are stored compactly. */
export class PageWords {
  /** By number: each word as written, prefixed with one of {@link WHERE}. */
  readonly all: string[]
  readonly #numbers: Map<string, number>

  /** `all` are the words known already. */
  constructor(all: readonly string[] = []) {
    this.all = [...all]
    this.#numbers = new Map(all.map((word, number) => [word, number]))
  }

  /**
   * The words that a document adds to the vocabulary of its language. People and teams add only their names, as their texts are less
   * carefully written.
   */
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

/** The words of a text; none for Chinese and Japanese, which have no spaces. */
const wordsIn = (text: string): string[] => (text.normalize('NFC').match(WORD) ?? []).filter((word) => !hasUnspaced(word))

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
