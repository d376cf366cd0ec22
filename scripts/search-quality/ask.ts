import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type * as PageSearch from './page-search.ts'
import { homeOf, type Question } from './table.ts'

/** A question with the position of its first right page among the results, from 1; 0 if it is not on the first page of results. */
export interface Answered extends Question {
  place: number
  /** The first results, as paths before base and language. */
  found: string[]
}

/** The search, compiled as for pages: the form of their links is a compile-time constant. */
async function compiledSearch(): Promise<typeof PageSearch> {
  await using bundle = await rolldown({
    input: join(import.meta.dirname, 'page-search.ts'),
    platform: 'node',
    logLevel: 'silent',
    transform: { define: { 'import.meta.env.RELATIVE_LINKS': 'false' } },
  })
  const { output } = await bundle.generate({ codeSplitting: false })
  return (await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)) as typeof PageSearch
}

/**
 * Runs each query like the search page of its language, and returns the displayed results, including suggested ones. The site's `url` is
 * that of its home page, with a trailing slash.
 */
export async function askAll({ folder, url }: { folder: string; url: string }, questions: readonly Question[]): Promise<Answered[]> {
  const { openSearch } = await compiledSearch()
  const answered: Answered[] = []
  for (const [lang, asked] of Map.groupBy(questions, (question) => question.lang)) {
    const home = await homeOf(folder, lang)
    const base = new URL(home, url).href
    const ownOnly = (await readFile(join(folder, home, 'search/index.html'), 'utf8')).includes('data-own-only')
    const find = await openSearch({ base, root: url, lang, ownOnly }, folder)
    const homes = [base, url].map((address) => new URL(address).pathname)
    for (const question of asked) {
      const found = (await find(question.query)).map((href) => {
        const path = new URL(href, url).pathname
        return path.slice((homes.find((start) => path.startsWith(start)) ?? '/').length - 1)
      })
      answered.push({ ...question, found, place: found.findIndex((path) => question.paths.includes(path)) + 1 })
    }
  }
  return answered
}
