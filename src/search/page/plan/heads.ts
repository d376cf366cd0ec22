import { fold } from '../../fold.ts'
import type { Form } from './terms.ts'

/** Languages with closed compounds, in which the head keeps its own meaning. */
export const CLOSED = /^(?:de|nl|sv|da|nb|nn|no|fi)\b/
const [SHORTEST_HEAD, SHORTEST_MODIFIER] = [4, 3]
/** Endings of another number or case. */
const ENDINGS = ['en', 'n', 'e', 's']
const MOST = 8
/** The weight of a compound, relative to its head alone. */
const QUALITY = 0.6

/** Finds the compounds of which a word is the head, `Gusseisenpfanne` for `Pfanne`. */
export class Heads {
  readonly #words: readonly { word: string; folded: string }[]

  /** The words of languages with closed compounds, the commonest first. */
  constructor(words: readonly string[]) {
    this.#words = words.map((word) => ({ word, folded: fold(word) }))
  }

  formsOf(typed: string): Form[] {
    const head = fold(typed)
    if (this.#words.length === 0 || !/^\p{L}+$/u.test(head)) return []
    const ends = endsOf(head)
    return this.#words
      .filter(({ folded }) => ends.some((end) => folded.length >= end.length + SHORTEST_MODIFIER && folded.endsWith(end)))
      .slice(0, MOST)
      .map(({ word }) => ({ text: word, also: word, quality: QUALITY }))
  }
}

/** What compounds end with of which a folded word is the head: it as typed, in the plural, and in the singular. */
export function endsOf(head: string): string[] {
  const shorter = ENDINGS.filter((ending) => head.endsWith(ending)).map((ending) => head.slice(0, -ending.length))
  return [head, ...shorter]
    .filter((end) => end.length >= SHORTEST_HEAD)
    .flatMap((end) => (end === head ? [end, ...ENDINGS.map((ending) => end + ending)] : [end]))
}
