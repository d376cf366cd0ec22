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

/** Finds parts of words among those of a site. */
export class Compounds {
  /** Words without accents, and in their common transliterations. */
  readonly #known: ReadonlySet<string>
  readonly #lexicon: Lexicon
  readonly #isClosed: boolean

  /** `langs` are the languages of the query. */
  constructor(words: readonly string[], lexicon: Lexicon, langs: readonly string[]) {
    this.#isClosed = langs.some((lang) => CLOSED.test(lang))
    this.#lexicon = lexicon
    this.#known = new Set(words.flatMap((word) => [word, ...transliterations(word)].map(fold)))
  }

  /**
   * The parts of a word that no page has, `Kette` for `Fahrradkette`. The head alone names the same kind of thing; the first part names
   * something else, and counts only if the site lacks the head.
   */
  formsOf(typed: string): Form[] {
    const word = fold(typed).replace(/['’-]/g, '')
    if (word.length < SHORTEST.whole || !/^\p{L}+$/u.test(word)) return []
    const cuts = Array.from({ length: word.length - 2 * SHORTEST.part + 1 }, (_, at) => at + SHORTEST.part).map((at) => ({
      first: this.#modifier(word.slice(0, at)),
      head: this.#isPart(word.slice(at)) ? word.slice(at) : undefined,
    }))
    const both = cuts.find(({ first, head }) => first !== undefined && head !== undefined)
    if (both?.first !== undefined && both.head !== undefined)
      return [...this.#part(both.head, QUALITY.head), ...(both.first.length >= SHORTEST.head ? this.#part(both.first, QUALITY.first) : [])]
    const head = cuts.find((cut) => cut.head !== undefined && cut.head.length >= SHORTEST.head)?.head
    if (head !== undefined && this.#isClosed) return this.#part(head, QUALITY.head)
    const first = cuts.findLast((cut) => cut.first !== undefined && cut.first.length > SHORTEST.head)?.first
    return first === undefined ? [] : this.#part(first, QUALITY.first)
  }

  /** A part that the site has, or its synonyms. */
  #part(part: string, quality: number): Form[] {
    const words = this.#known.has(part) ? [part] : this.#lexicon.synonyms(part)
    return words.map((synonym) => ({ text: synonym, synonym, quality }))
  }

  #isPart(part: string): boolean {
    return this.#known.has(part) || this.#lexicon.synonyms(part).length > 0
  }

  #modifier(start: string): string | undefined {
    return JOINTS.map((joint) => (start.endsWith(joint) ? start.slice(0, start.length - joint.length) : '')).find(
      (part) => part.length >= SHORTEST.part && this.#isPart(part),
    )
  }
}
