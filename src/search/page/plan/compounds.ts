import { fold } from '../../fold.ts'
import { transliterations } from '../../transliterate.ts'
import type { Lexicon } from './lexicon.ts'
import type { Form } from './terms.ts'

/** Languages with closed compounds, in which the head keeps its own meaning. */
const CLOSED = /^(?:de|nl|sv|da|nb|nn|no|fi)\b/
const SHORTEST = { part: 3, head: 4, whole: 6 }
/** Letters that join the parts of a German, Dutch or Swedish word: `Kette-n-öl`, `Arbeit-s-platz`. */
const JOINTS = ['', 's', 'n', 'en', 'es', 'er', 'e']
/** The weights of parts, relative to the whole: the head, which says what a thing is, and the modifier. */
const QUALITY = { head: 0.55, first: 0.4 }

/** Finds the parts of a word that no page has. */
export type Compounds = (typed: string) => Form[]

/** Finds parts of words among those of a site. `langs` are the languages of the query. */
export function compoundsOf(words: readonly string[], lexicon: Lexicon, langs: readonly string[]): Compounds {
  const isClosed = langs.some((lang) => CLOSED.test(lang))
  /** Words without accents, and in their common transliterations. */
  const known = new Set(words.flatMap((word) => [word, ...transliterations(word)].map(fold)))

  /**
   * `Kette` for `Fahrradkette`. The head alone names the same kind of thing; the first part names something else, and counts only if the
   * site lacks the head.
   */
  function formsOf(typed: string): Form[] {
    const word = fold(typed).replace(/['’-]/g, '')
    if (word.length < SHORTEST.whole || !/^\p{L}+$/u.test(word)) return []
    const cuts = Array.from({ length: word.length - 2 * SHORTEST.part + 1 }, (_, at) => at + SHORTEST.part).map((at) => ({
      first: modifierIn(word.slice(0, at)),
      head: isPart(word.slice(at)) ? word.slice(at) : undefined,
    }))
    const both = cuts.find(({ first, head }) => first !== undefined && head !== undefined)
    if (both?.first !== undefined && both.head !== undefined)
      return [
        ...formsOfPart(both.head, QUALITY.head),
        ...(both.first.length >= SHORTEST.head ? formsOfPart(both.first, QUALITY.first) : []),
      ]
    const head = cuts.find((cut) => cut.head !== undefined && cut.head.length >= SHORTEST.head)?.head
    if (head !== undefined && isClosed) return formsOfPart(head, QUALITY.head)
    const first = cuts.findLast((cut) => cut.first !== undefined && cut.first.length > SHORTEST.head)?.first
    return first === undefined ? [] : formsOfPart(first, QUALITY.first)
  }

  /** A part that the site has, or its synonyms. */
  function formsOfPart(part: string, quality: number): Form[] {
    const found = known.has(part) ? [part] : lexicon.synonyms(part)
    return found.map((synonym) => ({ text: synonym, synonym, quality }))
  }

  const isPart = (part: string): boolean => known.has(part) || lexicon.synonyms(part).length > 0

  const modifierIn = (start: string): string | undefined =>
    JOINTS.map((joint) => (start.endsWith(joint) ? start.slice(0, start.length - joint.length) : '')).find(
      (part) => part.length >= SHORTEST.part && isPart(part),
    )

  return formsOf
}
