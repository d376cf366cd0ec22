import { fold } from '../../fold.ts'
import { SIZE } from './terms.ts'

/** Letters and digits, of each at least one, that may be several words: `s23ultra`. */
const MIXED = /(?<![\p{L}\p{M}\p{N}])(?=\p{N}*\p{L})(?=\p{L}*\p{N})[\p{L}\p{N}]{5,40}(?![\p{L}\p{M}\p{N}])/gu
/** Digits with what letters they have behind them: `15`, `6e`. */
const NUMBERED = /^\p{N}+\p{L}{0,2}$/u
/** The costs of a known word, of a number, and of a single letter, as in `USB C`. */
const COST = { known: 1, number: 1, suffixed: 1.5, letter: 2 }
const FEWEST_LETTERS = 2

interface Cut {
  cost: number
  /** Letters of words that the site has. */
  known: number
  words: string[]
}

/** The words of a text that letters and digits were glued to. */
export const gluedIn = (text: string): string[] => (text.match(MIXED) ?? []).filter((word) => !SIZE.test(word))

/** A glued word as words that a site has, and numbers: `iphone15promax` as `iphone 15 pro max`; undefined where it is none of them. `known` are its words, folded. */
export function unglued(glued: string, known: ReadonlySet<string>): string | undefined {
  const word = fold(glued)
  const best: (Cut | undefined)[] = [{ cost: 0, known: 0, words: [] }]
  for (let end = 1; end <= word.length; end++)
    for (let start = 0; start < end; start++) {
      const [before, part] = [best[start], word.slice(start, end)]
      const isKnown = part.length >= FEWEST_LETTERS && known.has(part)
      const cost = costOf(part, isKnown, word.slice(start - 1, start))
      if (!before || cost === undefined || (best[end]?.cost ?? Infinity) <= before.cost + cost) continue
      best[end] = { cost: before.cost + cost, known: before.known + (isKnown ? part.length : 0), words: [...before.words, part] }
    }
  const whole = best[word.length]
  return whole && whole.words.length > 1 && whole.known > FEWEST_LETTERS ? whole.words.join(' ') : undefined
}

/** Digits stay together. */
function costOf(part: string, isKnown: boolean, before: string): number | undefined {
  if (/^\p{N}/u.test(part) && /\p{N}/u.test(before)) return undefined
  if (isKnown) return COST.known
  if (NUMBERED.test(part)) return /\p{L}/u.test(part) ? COST.suffixed : COST.number
  return /^\p{L}$/u.test(part) ? COST.letter : undefined
}
