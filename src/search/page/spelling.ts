import { fold } from '../fold.ts'

/** The number of typing errors allowed by word length: letters changed, missing, added or swapped. */
const slipsAllowed = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : 2)
const SHORTEST_BOLD = 4
const SHORTEST_START = 4
const MOST_COMPLETED = 3

/** Looks up words among known ones, given by frequency. */
export class Spelling {
  readonly #words: readonly { word: string; folded: string }[]
  readonly #known: ReadonlySet<string>

  constructor(words: readonly string[]) {
    this.#words = words.map((word) => ({ word, folded: bare(word) }))
    this.#known = new Set(this.#words.map(({ folded }) => folded))
  }

  /** The most frequent words that begin like an incomplete one. */
  completed(typed: string): string[] {
    const wanted = bare(typed)
    return wanted.length < SHORTEST_START
      ? []
      : this.#words.flatMap(({ word, folded }) => (folded.startsWith(wanted) ? word : [])).slice(0, MOST_COMPLETED)
  }

  /**
   * The likely correction of a word without results; undefined if nothing is close. Numbers are not corrected. With `bold`, any letter may
   * replace any other.
   */
  meant(typed: string, bold = false): string | undefined {
    const wanted = bare(typed)
    if (!/\p{L}/u.test(wanted) || this.#known.has(wanted)) return undefined
    let best: string | undefined
    let slips = slipsAllowed(wanted.length) + 1
    for (const { word, folded } of this.#words) {
      // Typing errors are rare in the first letter: a different one costs half an error more.
      const extra = folded.startsWith(wanted.charAt(0)) ? 0 : 0.5
      if (
        folded === wanted ||
        isForm(wanted, folded) ||
        (!(bold && wanted.length > SHORTEST_BOLD) && isOtherWord(wanted, folded)) ||
        Math.abs(folded.length - wanted.length) + extra >= slips
      )
        continue
      const count = slipsBetween(wanted, folded) + extra
      if (count < slips) [slips, best] = [count, word]
    }
    return best
  }
}

/** "heater" is not a typing error for "heat". */
const isForm = (word: string, shorter: string): boolean => word.startsWith(shorter) && word.length > shorter.length + 1

const VOWELS = 'aeiouy'
/** Consonants that sound alike, and rows of neighbouring keys. */
const ALIKE = ['ck', 'cs', 'ks', 'sz', 'fv', 'bp', 'dt', 'gk', 'gj', 'mn', 'vw', 'lr']
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const SHORT = 6

/** True for short words that differ in a letter unlikely to be mistyped, such as "hay" and "lay". */
function isOtherWord(typed: string, known: string): boolean {
  if (typed.length !== known.length || typed.length > SHORT) return false
  const changed = Array.from(typed).flatMap((letter, at) => (letter === known[at] ? [] : [[letter, known[at] ?? ''] as const]))
  const [pair] = changed
  return changed.length === 1 && pair !== undefined && !isEasilyTaken(...pair)
}

function isEasilyTaken(a: string, b: string): boolean {
  if (!/[a-z]/.test(a) || !/[a-z]/.test(b)) return true
  const areNeighbours = ROWS.some((row) => row.includes(a) && row.includes(b) && Math.abs(row.indexOf(a) - row.indexOf(b)) === 1)
  return areNeighbours || (VOWELS.includes(a) && VOWELS.includes(b)) || ALIKE.some((pair) => pair.includes(a) && pair.includes(b))
}

/** Without accents and apostrophes. */
const bare = (word: string): string => fold(word).replace(/['’]/g, '')

/** The optimal string alignment distance: swapping two neighbours is one edit. */
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
