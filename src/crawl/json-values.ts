import { MAX_VALUES } from '../fetch/limits.ts'

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = Array.from('"\\,[{', (sign) => sign.charCodeAt(0))

/**
 * Counts the values of some JSON while it arrives: a parser cannot be stopped, and takes seconds and gigabytes for the many small objects
 * that fit into the bytes that an answer may have. Twice as many signs as values may be counted: each object or list is one, and begins one.
 */
export class JsonValues {
  readonly #max: number
  #signs = 1
  #isInText = false
  #isEscaped = false

  constructor(max = MAX_VALUES) {
    this.#max = max
  }

  /** To be told of each piece; why the whole is not to be read, as soon as that is known. */
  add(piece: Uint8Array): string | undefined {
    for (const byte of piece) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === QUOTE) this.#isInText = !this.#isInText
      else if (this.#isInText) this.#isEscaped = byte === BACKSLASH
      else if (byte === COMMA || byte === LIST || byte === OBJECT) this.#signs++
    }
    return this.#signs > 2 * this.#max ? `it holds more than ${this.#max.toLocaleString('en-US')} values` : undefined
  }
}
