/** Counts for each word the texts that have it. */
export class TextCounts {
  readonly #words = new Map<string, { texts: number; last: number }>()
  #text = 0

  /** Adds the words of one text, of which those that it repeats count once. */
  add(words: Iterable<string>): void {
    const text = ++this.#text
    for (const word of words) {
      const known = this.#words.get(word)
      if (!known) this.#words.set(word, { texts: 1, last: text })
      else if (known.last !== text) {
        known.texts++
        known.last = text
      }
    }
  }

  of(word: string): number {
    return this.#words.get(word)?.texts ?? 0
  }

  has(word: string): boolean {
    return this.#words.has(word)
  }

  words(): Iterable<string> {
    return this.#words.keys()
  }
}
