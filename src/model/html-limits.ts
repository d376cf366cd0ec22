/** Nesting depth of elements; browsers flatten what is nested more than 512 times. */
const MAX_DEPTH = 1000
/** Elements in the texts of one record; the longest page known has some 6,000. */
const MAX_ELEMENTS = 100_000
/** Characters in the texts of one record. */
const MAX_CHARACTERS = 2_000_000

/** Thrown if a text is not parsed to its end: `message` completes "its texts are …". */
export class HtmlExcess extends Error {}

/** Limits the parsing of one record's HTML: parsers take quadratic time for deep nesting. A record takes seconds in the worst case. */
export class HtmlBudget {
  #elements = 0
  #characters = 0
  #depth = 0

  /** Call this with each text before it is parsed. Throws an {@link HtmlExcess}. */
  begin(html: string): void {
    this.#depth = 0
    this.#characters += html.length
    if (this.#characters > MAX_CHARACTERS) throw new HtmlExcess(`longer than ${MAX_CHARACTERS.toLocaleString('en-US')} characters`)
  }

  /** Call this for each start tag, also of void elements. Throws an {@link HtmlExcess}. */
  open(): void {
    if (++this.#elements > MAX_ELEMENTS) throw new HtmlExcess(`made of more than ${MAX_ELEMENTS.toLocaleString('en-US')} elements`)
    if (++this.#depth > MAX_DEPTH) throw new HtmlExcess(`nested more than ${MAX_DEPTH} levels deep`)
  }

  close(): void {
    this.#depth--
  }
}
