import { Cached } from '../../cached.ts'
import { fold } from '../../fold.ts'
import type { Found, FoundPages, PagefindAnswer, PagefindModule, PagefindResult, SearchOptions } from '../../pagefind-api.ts'
import { pageOf } from '../../pagefind/index-head.ts'
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

/** True for a text that {@link wordSearch} can search for. */
export const isOneWord = (text: string): boolean => WORD.test(text) && !hasUnspaced(text) && !UNSPACED.test(text)

/**
 * Finds pages with one word, or with longer ones, as Pagefind does, but directly from its files: Pagefind writes each position of each page
 * into one text and parses it again. Only Pagefind knows a word's stem; it is the index's word that the pages of an exact search have in
 * common.
 */
export function wordSearch(pagefind: Pagefind, index: Postings, pages: IndexPages) {
  const answers = new Cached<PagefindAnswer>(MOST_ANSWERS)

  /** Undefined if Pagefind must be asked: it has pages, but the word cannot be determined. */
  async function search(word: string, options: SearchOptions): Promise<FoundPages | undefined> {
    const isFiltered = Object.keys(options.filters ?? {}).length > 0
    const [shown, asked] = await Promise.all([
      isFiltered ? pages.all(options.filters).then((ids) => new Set(ids)) : undefined,
      ask(`"${word}"`, {}),
      index.load(fold(word)), // needed next in any case
    ])
    const exact = asked.results.filter(({ id }) => !index.gone.has(id))
    const words = await beginningWith(fold(word), exact)
    // If the index lacks the word, Pagefind would use its longest prefix, which is another word.
    if (words.length === 0 && exact.length > 0) return undefined
    const found = pagesOf(words, index)
    const results = found.flatMap(({ id, score, fields, postings }): Found[] => {
      if (shown?.has(id) === false) return []
      const places = (): Promise<number[]> => Promise.resolve(postings.flatMap((posting) => posting.places()))
      return [{ id, score, fields, data: () => pages.load(id), places }]
    })
    return { results: results.sort((a, b) => b.score - a.score), unfilteredResultCount: found.length }
  }

  /** The score of a page with this many matching positions. */
  const scoreOf = (id: string, places: number): number => scored(places, index.pages[pageOf(id)]?.words ?? 0, index.meanWords)

  /** Pagefind's own answer. */
  const ask = (text: string | null, options: SearchOptions): Promise<PagefindAnswer> =>
    answers.get(JSON.stringify([text, options]), () => pagefind.search(text, options))

  /** The words that start with the stem, or with a word that the index lacks. */
  async function beginningWith(typed: string, exact: readonly PagefindResult[]): Promise<IndexWord[]> {
    const stem = exact.length > 0 ? await stemOf(typed, exact) : typed
    if (stem === undefined) return []
    const like = await index.beginningWith(stem)
    return like.map(({ word, postings }) => ({ own: exact.length > 0 && word === stem, postings }))
  }

  /** The index's word for a typed one, which is on the pages where Pagefind finds that, or undefined. */
  async function stemOf(typed: string, exact: readonly PagefindResult[]): Promise<string | undefined> {
    const placesOf = new Map(exact.map(({ id, words }) => [id, words]))
    let onSamePages: string | undefined
    // From the whole word down: each file loaded on the way to the stem also has words that begin with it.
    for (let length = typed.length; length >= Math.min(SHORTEST_STEM, typed.length); length--)
      for (const { word, postings } of await index.beginningWith(typed.slice(0, length), length + 1)) {
        if (sharedStart(word, typed) > length || postings.length < placesOf.size) continue
        const on = Map.groupBy(postings, ({ page }) => index.pages[page]?.id ?? '')
        if (on.size !== placesOf.size || ![...on.keys()].every((id) => placesOf.has(id))) continue
        // With few pages, other words may be on the same pages, but hardly at the same positions. Pagefind gives the first of a page.
        const isAtSame = ([id, some]: [string, Posting[]]): boolean => {
          const places = some.flatMap((posting) => posting.places())
          const asked = placesOf.get(id) ?? []
          return asked.every((place) => places.includes(place)) && asked.length > 0 === places.length > 0
        }
        if ([...on].every(isAtSame)) return word
        onSamePages ??= word
      }
    return onSamePages
  }

  return { search, scoreOf, ask }
}

/** The pages with any of the words, in index order. */
function pagesOf(words: readonly IndexWord[], { pages, meanWords }: Postings) {
  const found = new Map<number, { weight: number; fields: number; postings: Posting[] }>()
  for (const { own, postings } of words)
    for (const posting of postings) {
      const sum = found.get(posting.page) ?? { weight: 0, fields: 0, postings: [] }
      found.set(posting.page, sum)
      sum.weight += posting.weight * (own ? 1 : LONGER)
      sum.fields |= posting.fields
      sum.postings.push(posting)
    }
  return Array.from(found, ([page, { weight, ...rest }]) => {
    const { id = '', words = 0 } = pages[page] ?? {}
    return { page, id, score: scored(weight, words, meanWords), ...rest }
  }).sort((a, b) => a.page - b.page)
}

const scored = (weight: number, words: number, meanWords: number): number =>
  (weight * (K + 1)) / (weight + K * (1 - B + (B * words) / meanWords))

/** The length of the common prefix of two words. */
function sharedStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
