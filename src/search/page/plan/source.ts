import { Cached } from '../../cached.ts'
import type { Found, FoundPages, SearchIndex, SearchOptions } from '../../pagefind-api.ts'

/** What one index has of a word form. */
export interface WordMatches {
  /** Pages with a word that begins with it, or else with the longest word that is a prefix of it. */
  found: readonly Found[]
  /** Pages with the word itself. */
  exact: ReadonlySet<string>
  /** How many pages have the word itself, ignoring filters. */
  pagesWithIt: number
}

/** Typing repeats most queries. */
const MOST_ANSWERS = 200

/** An index with a cache of its last answers. */
export type Source = ReturnType<typeof sourceOf>

/** `placeOf` is the position of a page among all documents. */
export function sourceOf(index: SearchIndex, pages: number, weight: number, placeOf: (id: string) => number) {
  const answers = new Cached<FoundPages>(MOST_ANSWERS)

  const search = (text: string | null, options: SearchOptions): Promise<FoundPages> =>
    answers.get(JSON.stringify([text, options]), () => index(text, options))

  /** The pages with exactly these words, adjacent. */
  async function exactly(text: string, options: SearchOptions): Promise<{ exact: Set<string>; pagesWithIt: number }> {
    const { results, unfilteredResultCount } = await search(`"${text}"`, options)
    return { exact: new Set(results.map(({ id }) => id)), pagesWithIt: unfilteredResultCount }
  }

  /** Pages with a word, or with longer ones that begin with it. */
  async function look(text: string, options: SearchOptions): Promise<WordMatches> {
    const [{ results }, matches] = await Promise.all([search(text, options), exactly(text, options)])
    return { found: results, ...matches }
  }

  /** Pages with exactly these words; details are requested only if there are any. */
  async function lookExactly(text: string, options: SearchOptions): Promise<WordMatches> {
    const { exact, pagesWithIt } = await exactly(text, options)
    const found = exact.size > 0 ? (await search(text, options)).results.filter(({ id }) => exact.has(id)) : []
    return { found, exact, pagesWithIt }
  }

  return { pages, weight, placeOf, search, exactly, look, lookExactly }
}
