import { fold } from '../../fold.ts'
import { transliterations } from '../../transliterate.ts'
import { CLOSED } from './heads.ts'
import type { Lexicon } from './lexicon.ts'
import { type Form, SIZE } from './terms.ts'

const SHORTEST = { part: 3, head: 4, whole: 6 }
/** Letters that join the parts of a German, Dutch or Swedish word: `Kette-n-öl`, `Arbeit-s-platz`. */
const JOINTS = ['', 's', 'n', 'en', 'es', 'er', 'e']
/** The weights of parts, relative to the whole: the head, which says what a thing is, and the modifier. */
const QUALITY = { head: 0.55, first: 0.4, longer: 0.6 }
/** The weight of each number of a size. */
const OF_SIZE = 0.4
const MOST_LONGER = 8

/** Finds parts of words, and words of which a word is a part, among those of a site. */
export class Compounds {
  readonly #words: readonly string[]
  /** Words without accents, and in their common transliterations. */
  readonly #known: ReadonlySet<string>
  readonly #lexicon: Lexicon
  readonly #isClosed: boolean

  /** The commonest words come first. `langs` are those in which somebody asks. */
  constructor(words: readonly string[], lexicon: Lexicon, langs: readonly string[]) {
    this.#isClosed = langs.some((lang) => CLOSED.test(lang))
    this.#words = words
    this.#lexicon = lexicon
    this.#known = new Set(words.flatMap((word) => [word, ...transliterations(word)].map(fold)))
  }

  /** What can replace a word that no page has: its parts, `Kette` for `Fahrradkette`, and words that end like it, `Rototiller` for `tiller`. */
  formsOf(typed: string): Form[] {
    const word = fold(typed)
    // Bare numbers of a size can belong to anything; that of a thread cannot.
    if (SIZE.test(word)) return /^\p{L}/u.test(word) ? word.split('x').map((text) => ({ text, quality: OF_SIZE })) : []
    if (!/^[\p{L}\p{M}'’-]+$/u.test(word)) return []
    const bare = word.replace(/[^\p{L}]/gu, '')
    const parts = this.#joined(word) ?? this.#cut(bare)
    return [...parts, ...this.#longer(bare)]
  }

  /** Parts typed with hyphens. */
  #joined(word: string): Form[] | undefined {
    const [head = '', ...before] = word.split('-').toReversed()
    if (before.length === 0) return undefined
    const heads = this.#part(head, QUALITY.head, this.#lexicon.isGeneric(head))
    const firsts = before.flatMap((part) => (part.length >= SHORTEST.head ? this.#part(part, QUALITY.first, heads.length > 0) : []))
    return [...heads, ...firsts]
  }

  /** A part if the site has it, or its synonyms. */
  #part(part: string, quality: number, needsOther = false): Form[] {
    const words = this.#known.has(part) ? [part] : this.#lexicon.alike(part)
    return words.map((also) => ({ text: also, also, quality, needsOther }))
  }

  #isPart(part: string): boolean {
    return this.#known.has(part) || this.#lexicon.alike(part).length > 0
  }

  /**
   * A head alone is of the same kind as the whole, unless it is generic; what the first part says is something else, unless the site lacks the head.
   */
  #cut(word: string): Form[] {
    if (word.length < SHORTEST.whole) return []
    const cuts = Array.from({ length: word.length - 2 * SHORTEST.part + 1 }, (_, at) => at + SHORTEST.part).map((at) => ({
      first: this.#modifier(word.slice(0, at)),
      head: this.#isPart(word.slice(at)) ? word.slice(at) : undefined,
    }))
    const both = cuts.find(({ first, head }) => first !== undefined && head !== undefined)
    if (both?.first !== undefined && both.head !== undefined)
      return [
        ...this.#part(both.head, QUALITY.head, this.#lexicon.isGeneric(both.head)),
        ...(both.first.length >= SHORTEST.head ? this.#part(both.first, QUALITY.first, true) : []),
      ]
    const head = cuts.find((cut) => cut.head !== undefined && cut.head.length >= SHORTEST.head)?.head
    if (head !== undefined && this.#isClosed) return this.#lexicon.isGeneric(head) ? [] : this.#part(head, QUALITY.head)
    const first = cuts.findLast((cut) => cut.first !== undefined && cut.first.length > SHORTEST.head)?.first
    return first === undefined ? [] : this.#part(first, QUALITY.first)
  }

  #modifier(start: string): string | undefined {
    return JOINTS.map((joint) => (start.endsWith(joint) ? start.slice(0, start.length - joint.length) : '')).find(
      (part) => part.length >= SHORTEST.part && this.#isPart(part),
    )
  }

  #longer(word: string): Form[] {
    if (word.length < SHORTEST.head) return []
    return this.#words
      .filter((longer) => longer.length >= word.length + SHORTEST.part && fold(longer).endsWith(word))
      .slice(0, MOST_LONGER)
      .map((longer) => ({ text: longer, also: longer, quality: QUALITY.longer }))
  }
}
