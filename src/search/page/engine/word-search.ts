import { Cached } from '../../cached.ts'
import { fold } from '../../fold.ts'
import type { Found, FoundPages, PagefindAnswer, PagefindModule, PagefindResult, SearchOptions } from '../../pagefind-api.ts'
import type { Posting, Postings } from '../../pagefind/postings.ts'
import type { IndexPages } from './index-pages.ts'
import { hasUnspaced } from '../../unspaced.ts'

type Pagefind = ReturnType<PagefindModule['createInstance']>

/** A word in a script that separates words. */
const WORD = /^[\p{L}\p{M}\p{N}]+$/u
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** A word and its stem share at least this many letters. */
const SHORTEST_STEM = 3
/** The weight of a longer word, relative to the word itself. */
const LONGER = 0.5
/** BM25's parameters. */
const [K, B] = [1.2, 0.75]
/** Typing repeats most queries. */
const MOST_ANSWERS = 200

/** A word of the index with its postings. `own` is true for the word itself, false for a longer one. */
interface IndexWord {
  own: boolean
  postings: readonly Posting[]
}

/** True for a text that {@link WordSearch} can search for. */
export const isOneWord = (text: string): boolean => WORD.test(text) && !hasUnspaced(text) && !UNSPACED.test(text)

/**
 * Finds pages with one word, or with longer ones, as Pagefind does, but directly from its files: Pagefind writes each position of each page
 * into one text and parses it again. Only Pagefind knows a word's stem; it is the index's word that the pages of an exact search have in
 * common.
 */
export class WordSearch {
  readonly #pagefind: Pagefind
  readonly #postings: Postings
  readonly #answers = new Cached<PagefindAnswer>(MOST_ANSWERS)
  readonly #pages: IndexPages

  constructor(pagefind: Pagefind, postings: Postings, pages: IndexPages) {
    this.#pagefind = pagefind
    this.#postings = postings
    this.#pages = pages
  }

  /** Undefined if Pagefind must be asked: it has pages, but the word cannot be determined. */
  async search(word: string, options: SearchOptions): Promise<FoundPages | undefined> {
    const [all, asked] = await Promise.all([this.#pages.all(options.filters), this.ask(`"${word}"`, {})])
    const exact = asked.results.filter(({ id }) => !this.#postings.gone.has(id))
    const words = await this.#beginningWith(fold(word), exact)
    // If the index lacks the word, Pagefind would use its longest prefix, which is another word.
    if (words.length === 0 && exact.length > 0) return undefined
    const found = pagesOf(words, this.#postings)
    const results = all.flatMap((id): Found[] => {
      const page = found.get(id)
      if (!page) return []
      const { score, fields, postings } = page
      const places = (): Promise<number[]> => Promise.resolve(postings.flatMap((posting) => posting.places()))
      return [{ id, score, fields, data: () => this.#pages.load(id), places }]
    })
    return { results: results.sort((a, b) => b.score - a.score), unfilteredResultCount: found.size }
  }

  /** The score of a page with this many matching positions. */
  score(id: string, places: number): number {
    const words = this.#postings.pages[Number.parseInt(id, 36)]?.words ?? 0
    return scored(places, words, this.#postings.meanWords)
  }

  /** Pagefind's own answer. */
  ask(text: string | null, options: SearchOptions): Promise<PagefindAnswer> {
    return this.#answers.get(JSON.stringify([text, options]), () => this.#pagefind.search(text, options))
  }

  /** The words that start with the stem; the first is the word itself if the index has it. */
  async #beginningWith(typed: string, exact: readonly PagefindResult[]): Promise<IndexWord[]> {
    const { pages } = this.#postings
    const like = await this.#postings.beginningWith(exact.length > 0 ? typed.slice(0, SHORTEST_STEM) : typed)
    if (exact.length === 0) return like.map((word) => ({ own: false, postings: word.postings }))
    const placesOf = new Map(exact.map(({ id, words }) => [id, words]))
    const inSame = like
      .filter(({ word }) => sharedStart(word, typed) >= word.length - 1)
      .map((one) => ({ word: one.word, on: Map.groupBy(one.postings, ({ page }) => pages[page]?.id ?? '') }))
      .filter(({ on }) => on.size === placesOf.size && [...on.keys()].every((id) => placesOf.has(id)))
    // With few pages, other words may be on the same pages, but hardly at the same positions.
    const atSame = inSame.filter(({ on }) =>
      [...on].every(([id, some]) => isSameSet(new Set(some.flatMap(({ places }) => places())), new Set(placesOf.get(id)))),
    )
    const stem = (atSame.length > 0 ? atSame : inSame).sort((a, b) => sharedStart(b.word, typed) - sharedStart(a.word, typed))[0]?.word
    if (stem === undefined) return []
    return like.filter(({ word }) => word.startsWith(stem)).map((one) => ({ own: one.word === stem, postings: one.postings }))
  }
}

function pagesOf(words: readonly IndexWord[], { pages, meanWords }: Postings) {
  const found = new Map<string, { score: number; fields: number; postings: Posting[] }>()
  for (const { own, postings } of words)
    for (const posting of postings) {
      const id = pages[posting.page]?.id ?? ''
      const sum = found.get(id) ?? { score: 0, fields: 0, postings: [] }
      found.set(id, sum)
      sum.score += posting.weight * (own ? 1 : LONGER)
      sum.fields |= posting.fields
      sum.postings.push(posting)
    }
  for (const { id, words } of pages) {
    const page = found.get(id)
    if (page) page.score = scored(page.score, words, meanWords)
  }
  return found
}

const scored = (weight: number, words: number, meanWords: number): number =>
  (weight * (K + 1)) / (weight + K * (1 - B + (B * words) / meanWords))

const isSameSet = (some: ReadonlySet<number>, others: ReadonlySet<number>): boolean =>
  some.size === others.size && [...some].every((one) => others.has(one))

/** The length of the common prefix of two words. */
function sharedStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
