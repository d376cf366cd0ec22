import { fold } from './fold.ts'

/** A typed word, and what it may have meant: itself when it is known, undefined when nothing is close. */
export interface Spelled {
  typed: string
  /** The word as the vocabulary has it. */
  meant: string | undefined
  /** Its place in the vocabulary: the higher, the rarer. */
  rank: number
}

/** How many slips a word of a length may have: letters changed, left out, added, or two that changed places. */
const slipsAllowed = (length: number): number => (length < 3 ? 0 : length < 5 ? 1 : 2)

/** Looks words up among known ones, the commonest of which come first. */
export class Spelling {
  readonly #words: readonly { word: string; folded: string }[]

  constructor(words: readonly string[]) {
    this.#words = words.map((word) => ({ word, folded: bare(word) }))
  }

  /** A word that begins a known one counts as known: the search finds it. Numbers are taken as they are. */
  look(typed: string): Spelled {
    const wanted = bare(typed)
    const begun = this.#words.findIndex(({ folded }) => folded.startsWith(wanted))
    if (begun >= 0) return { typed, meant: typed, rank: begun }
    let best: Spelled = { typed, meant: undefined, rank: this.#words.length }
    let slips = slipsAllowed(wanted.length) + 1
    for (const [rank, { word, folded }] of this.#words.entries()) {
      // Who errs rarely errs in the first letter: another one counts half a slip more.
      const extra = folded.startsWith(wanted.charAt(0)) ? 0 : 0.5
      if (Math.abs(folded.length - wanted.length) + extra >= slips) continue
      const count = slipsBetween(wanted, folded) + extra
      if (count < slips) [slips, best] = [count, { typed, meant: word, rank }]
    }
    return best
  }
}

/** Without accents and apostrophes. */
const bare = (word: string): string => fold(word).replace(/['’]/g, '')

/** The optimal string alignment distance: two neighbours that changed places are one slip. */
export function slipsBetween(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      let least = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    ;[before, row] = [row, next]
  }
  return row[b.length] ?? 0
}
