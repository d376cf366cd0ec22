import { type PageWords, unpackNumbers, type Where } from './page-words.ts'

/** Some 70 KB compressed, loaded only by the rare search without results. */
const MOST_WORDS = 20_000
/** A short word in fewer texts may itself be misspelled. Titles and names are more carefully written. */
const FEWEST_TEXTS = 2
const LONG = 6
const WEIGHT: Readonly<Record<Where, number>> = { t: 10, n: 5, x: 1 }

/** A word in all its spellings, with the number of pages that contain it. */
interface Count {
  weight: number
  texts: number
  /** True if it occurs in a title or a name. */
  isNamed: boolean
  /** The most frequent spelling in texts and names. */
  spelling: string
  most: number
}

/** The words of one language, used to correct misspelled ones. */
export class Vocabulary {
  readonly #counts = new Map<string, Count>()

  /** `pages` contain their word numbers, packed. */
  constructor(pages: Iterable<string>, { all }: Pick<PageWords, 'all'>) {
    const counts = new Uint32Array(all.length)
    for (const page of pages) unpackNumbers(page, (number) => (counts[number] = (counts[number] ?? 0) + 1))
    for (const [number, count] of counts.entries())
      if (count > 0) this.#add(all[number]?.charAt(0) as Where, all[number]?.slice(1) ?? '', count)
  }

  #add(where: Where, spelling: string, count: number): void {
    const word = spelling.toLowerCase()
    const sum = this.#counts.get(word) ?? { weight: 0, texts: 0, isNamed: false, spelling, most: 0 }
    this.#counts.set(word, sum)
    sum.weight += WEIGHT[where] * count
    if (where === 'x') sum.texts += count
    else sum.isNamed = true
    // Titles capitalize words that texts do not.
    const telling = where === 't' ? 0 : count
    if (telling > sum.most || (telling === sum.most && spelling > sum.spelling)) [sum.spelling, sum.most] = [spelling, telling]
  }

  /** The same documents in any order give the same words in the same order. Words that `isIgnored`, given in lower case, are left out. */
  words(isIgnored: (word: string) => boolean = () => false): string[] {
    return [...this.#counts]
      .filter(([word, { texts, isNamed }]) => !isIgnored(word) && (isNamed || texts >= FEWEST_TEXTS || (texts > 0 && word.length >= LONG)))
      .sort(([a, one], [b, other]) => other.weight - one.weight || (a < b ? -1 : 1))
      .slice(0, MOST_WORDS)
      .map(([, { spelling }]) => spelling)
  }

  /** Every word of the pages, in lower case. */
  all(): string[] {
    return [...this.#counts.keys()]
  }
}
