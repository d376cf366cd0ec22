import { hash } from 'node:crypto'
import { NumberIndex } from './number-index.ts'

/** Numbers by text, without storing the text: two numbers per entry. A lookup is wrong with a probability of 2⁻⁴⁸. */
export class HashIndex {
  readonly #numbers: NumberIndex

  constructor(entries: readonly (readonly [text: string, value: number])[]) {
    this.#numbers = new NumberIndex(
      entries.map(([text]) => hashOf(text)),
      entries.map(([, value]) => value),
    )
  }

  get(text: string): number[] {
    return this.#numbers.get(hashOf(text))
  }
}

/** 48 bits, which a number represents exactly. */
export const hashOf = (text: string): number => hash('sha1', text, 'buffer').readUIntBE(0, 6)
