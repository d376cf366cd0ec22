/** Words of two letters or more; see vocabulary.ts. */
const WORD = /\p{L}(?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))+/gu
const CAPITAL = /\p{Lu}/u
/** `iPhone` and `USB`, which are written so wherever they stand. */
const INNER_CAPITAL = /^.+\p{Lu}/u
/** What stands before the first word of a sentence, which begins with a capital whatever it is. */
const SENTENCE_START = /(?:^|[^\p{L}\p{N}\s,])\s*$/u
const MOST_BEFORE = 4
/** Languages that write every noun with a capital, and so no title word by word. */
const CAPITAL_NOUNS = /^(?:de|gsw|lb)\b/

/** Counts how the texts of a language write each word, capitals included. */
export class WordCase {
  /** By spelling: the texts that have it within a sentence. */
  readonly #counts = new Map<string, number>()

  addTexts(texts: readonly string[]): void {
    this.#add(texts.flatMap((text) => withinSentences(text).map(({ word }) => word)))
  }

  /** In titles, many languages write every word with a capital, and anybody whole titles. */
  addTitles(titles: readonly string[], lang: string): void {
    const hasNouns = CAPITAL_NOUNS.test(lang)
    const mixed = titles.filter((title) => title !== title.toUpperCase())
    this.#add(
      mixed.flatMap((title) =>
        wordsIn(title).flatMap(({ word, starts }) => (INNER_CAPITAL.test(word) || (hasNouns && !starts) ? [word] : [])),
      ),
    )
  }

  addName(name: string): void {
    this.#add(wordsIn(name).map(({ word }) => word))
  }

  /** Words in lower case, as most texts write them; in lower case where as many do, or none within a sentence. */
  of(words: readonly string[]): string[] {
    const best = new Map<string, { spelling: string; count: number }>()
    const asked = new Set(words)
    for (const [spelling, count] of this.#counts) {
      const word = spelling.toLowerCase()
      if (!asked.has(word)) continue
      const other = best.get(word)
      if (!other || count > other.count || (count === other.count && isPlainer(spelling, other.spelling)))
        best.set(word, { spelling, count })
    }
    return words.map((word) => best.get(word)?.spelling ?? word)
  }

  #add(words: readonly string[]): void {
    for (const word of new Set(words)) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
  }
}

/** Capitals come before small letters in the order of code units. */
const isPlainer = (a: string, b: string): boolean => a > b

/** The words of a text as it writes them; `starts` is true for one that begins a sentence. */
function wordsIn(text: string): { word: string; starts: boolean }[] {
  const normal = text.normalize('NFC')
  return [...normal.matchAll(WORD)].map(({ 0: word, index }) => ({
    word,
    starts:
      CAPITAL.test(word.charAt(0)) &&
      !INNER_CAPITAL.test(word) &&
      SENTENCE_START.test(normal.slice(Math.max(0, index - MOST_BEFORE), index)),
  }))
}

const withinSentences = (text: string): { word: string }[] => wordsIn(text).filter(({ starts }) => !starts)
