import { MAX_VALUES } from '../fetch/limits.ts'

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = Array.from('"\\,[{', (sign) => sign.charCodeAt(0))

/**
 * Counts JSON values while the body arrives: a parser cannot be stopped, and takes seconds and gigabytes for the many small objects that
 * fit within the size limit of an answer. Up to twice as many delimiters as values are allowed: each object or array is a value, and starts
 * one.
 */
export class JsonValues {
  readonly #max: number
  #signs = 1
  #isInText = false
  #isEscaped = false

  constructor(max = MAX_VALUES) {
    this.#max = max
  }

  /** Call this with each chunk; returns why the body must not be parsed, as soon as that is known. */
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
