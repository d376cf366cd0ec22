/** Words of two letters or more, `won't` among them, as people type them. */
const WORD = /\p{L}(?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))+/gu
const CAPITAL = /^\p{Lu}/u
/** `iPhone` and `USB`, which are written so wherever they stand. */
const INNER_CAPITAL = /^.+\p{Lu}/u
/** What stands before the first word of a sentence, which begins with a capital whatever it is. */
const SENTENCE_START = /(?:^|[^\p{L}\p{N}\s,])\s*$/u
const MOST_BEFORE = 4
/** Languages that write every noun with a capital, and so no title word by word. */
const CAPITAL_NOUNS = /^(?:de|gsw|lb)\b/
/** So many texts make a name of a word that has a capital and is no noun. */
const FEWEST_TEXTS = 2

/** How a page writes its words. */
export interface Written {
  /** The words of its texts in lower case. */
  words: Set<string>
  /** As they are spelled within sentences. */
  spellings: Set<string>
  /** Nouns with which a title begins, as far as one can tell. */
  nouns: Set<string>
}

/** The words of a page's texts and titles. In titles, many languages write every word with a capital, and anybody whole titles. */
export function writtenIn(texts: readonly string[], titles: readonly string[], lang: string): Written {
  const hasNouns = CAPITAL_NOUNS.test(lang)
  const written: Written = { words: new Set(), spellings: new Set(), nouns: new Set() }
  for (const { word, starts, isTitled } of texts.flatMap(wordsIn)) {
    written.words.add(word.toLowerCase())
    if (!(starts || (isTitled && !hasNouns)) || INNER_CAPITAL.test(word)) written.spellings.add(word)
  }
  const mixed = titles.filter((title) => title !== title.toUpperCase())
  for (const { word, starts } of mixed.flatMap(wordsIn)) if ((hasNouns && !starts) || INNER_CAPITAL.test(word)) written.spellings.add(word)
  if (hasNouns) for (const noun of mixed.flatMap(loneNoun)) written.nouns.add(noun)
  return written
}

/** How most texts of a language write each word, capitals included. */
export class WordCase {
  /** By spelling: how many texts have it within a sentence. */
  readonly #counts: ReadonlyMap<string, number>
  /** Spellings where no text tells. */
  readonly #named: readonly string[]
  readonly #hasNouns: boolean

  constructor(lang: string, counts: ReadonlyMap<string, number>, { names, nouns }: { names: Iterable<string>; nouns: Iterable<string> }) {
    this.#hasNouns = CAPITAL_NOUNS.test(lang)
    this.#counts = counts
    this.#named = [...[...names].sort(), ...[...nouns].sort()]
  }

  /** Words in lower case, as most texts write them; in lower case where as many do, or none within a sentence or as the noun of a title. */
  of(words: readonly string[]): string[] {
    const best = new Map<string, string>(this.#named.map((name) => [name.toLowerCase(), name]))
    const asked = new Set(words)
    for (const [spelling, count] of this.#counts) {
      const word = spelling.toLowerCase()
      const other = best.get(word) ?? word
      const otherCount = this.#counts.get(other) ?? 0
      if (!asked.has(word) || !this.#isSure(spelling, count)) continue
      if (count > otherCount || (count === otherCount && isPlainer(spelling, other))) best.set(word, spelling)
    }
    return words.map((word) => best.get(word) ?? word)
  }

  /** Where nouns have no capital, a title or a heading within a text looks like a name. */
  #isSure(spelling: string, count: number): boolean {
    if (this.#hasNouns || !CAPITAL.test(spelling) || INNER_CAPITAL.test(spelling)) return true
    return count >= FEWEST_TEXTS && !this.#counts.has(spelling.toLowerCase())
  }
}

/** The noun of a title that has no other: `Nähmaschine`, `Kette ölen`. */
function loneNoun(title: string): string[] {
  const [first, ...rest] = wordsIn(title)
  return first && CAPITAL.test(first.word) && rest.every(({ word }) => !CAPITAL.test(word)) ? [first.word] : []
}

/** Capitals come before small letters in the order of code units. */
const isPlainer = (a: string, b: string): boolean => a > b

interface WrittenWord {
  word: string
  /** It begins a sentence with a capital. */
  starts: boolean
  /** It has a capital like the word before or behind it, as in a title. */
  isTitled: boolean
}

/** The words of a text as it writes them. */
export function wordsIn(text: string): WrittenWord[] {
  const normal = text.normalize('NFC')
  const found = [...normal.matchAll(WORD)]
  return found.map(({ 0: word, index }, at) => {
    const isCapital = CAPITAL.test(word)
    const isBeside = (other: string | undefined, between: string): boolean => other !== undefined && CAPITAL.test(other) && between === ' '
    const [before, behind] = [found[at - 1], found[at + 1]]
    return {
      word,
      starts: isCapital && SENTENCE_START.test(normal.slice(Math.max(0, index - MOST_BEFORE), index)),
      isTitled:
        isCapital &&
        (isBeside(before?.[0], normal.slice(before ? before.index + before[0].length : 0, index)) ||
          isBeside(behind?.[0], normal.slice(index + word.length, behind?.index))),
    }
  })
}
