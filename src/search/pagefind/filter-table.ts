import type { FilterCounts, Filters } from '../pagefind-api.ts'
import { listOf, META } from './format.ts'
import type { IndexFiles } from './index-files.ts'

/** The filter values of the pages of one index. Pagefind counts only its own results, not those combined from several words. */
export interface FilterTable {
  /** The number of these pages that have each value. */
  count: (ids: ReadonlySet<string>) => FilterCounts
  /** The pages with a required value of each filter, and none of `not`; in index order. */
  matching: (filters: Filters) => string[]
}

/** Loads the filter table of an index, for all or some filters. Throws when a file cannot be read. */
export async function loadFilterTable(files: IndexFiles, names?: ReadonlySet<string>): Promise<FilterTable> {
  const all = listOf(files.meta()[META.pages]).map((page) => String(listOf(page)[0]))
  const wanted = listOf(files.meta()[META.filters])
    .map((filter) => listOf(filter).map(String))
    .filter(([name = '']) => names?.has(name) ?? true)
  const filters = await Promise.all(
    wanted.map(async ([name = '', hash = '']) => {
      const [, values] = await files.packed(`filter/${hash}.pf_filter`)
      return { name, values: listOf(values).map((value) => [String(listOf(value)[0]), listOf(listOf(value)[1]).map(Number)] as const) }
    }),
  )
  const having = ([filter, { any }]: [string, { any: string[] }]): Set<number> =>
    new Set(
      filters
        .filter(({ name }) => name === filter)
        .flatMap(({ values }) => values.flatMap(([value, pages]) => (any.includes(value) ? pages : []))),
    )
  return {
    count(ids) {
      const counted = all.map((id) => Number(ids.has(id)))
      const countOf = (pages: readonly number[]): number => pages.reduce((sum, page) => sum + (counted[page] ?? 0), 0)
      return Object.fromEntries(
        filters.map(({ name, values }) => [name, Object.fromEntries(values.map(([value, pages]) => [value, countOf(pages)]))]),
      )
    },
    matching(given) {
      const { not = {}, ...required } = given as Record<string, { any: string[] }> & { not?: Record<string, { any: string[] }> }
      const sets = Object.entries(required).map(having)
      const barred = Object.entries(not).map(having)
      return all.filter((_, page) => sets.every((set) => set.has(page)) && !barred.some((set) => set.has(page)))
    },
  }
}
