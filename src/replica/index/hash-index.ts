import { hash } from 'node:crypto'
import { NumberIndex } from './number-index.ts'

/** Numbers by text, the text itself not being kept: two numbers an entry. What is found may belong to another text, once in 2⁴⁸. */
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

/** 48 bits: a number holds them exactly. */
export const hashOf = (text: string): number => hash('sha1', text, 'buffer').readUIntBE(0, 6)
