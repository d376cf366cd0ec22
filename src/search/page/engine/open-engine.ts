import { onFirstUse } from '../../cached.ts'
import { type FilterTable, loadFilterTable } from '../../pagefind/filter-table.ts'
import type { SearchEngine, SearchResults } from './engine.ts'
import { loadHit } from './hit.ts'
import { type OpenIndex, openIndexes } from './indexes.ts'
import type { SearchPlace } from './search-place.ts'
import type { IndexEntry } from '../../index-list.ts'
import { bySort, inOrder, type Sorted, startingWith } from './order.ts'
import type { FilterCounts, SearchOptions } from '../../pagefind-api.ts'
import { type Findings, findText, type Result } from '../plan/find.ts'
import { FILTER_NAMES, isEmpty, type Query, trimmed } from '../query.ts'
import { suggest } from '../suggest.ts'

const NOTHING: Findings = { results: [], hasAll: false, unknown: [] }
const NOTHING_TYPED = { evidence: [], missingWords: [], substitutes: [], isBest: true }

/** Opens the indexes that a page searches, see {@link openIndexes}. */
export async function openEngine(place: SearchPlace, open: OpenIndex, list?: readonly IndexEntry[]): Promise<SearchEngine> {
  const indexes = await openIndexes(place, open, list)
  const loadTables = onFirstUse(() => Promise.all(indexes.files.map((files) => loadFilterTable(files))))
  let tables: readonly FilterTable[] = []

  async function loadCounts(): Promise<void> {
    tables = await loadTables()
  }

  async function search(query: Query, first = 0): Promise<SearchResults> {
    const { results, hasAll, unknown } = await find(query)
    if (isEmpty(query)) return { total: 0, hasAll, unknown, counts: count(results), next: inOrder([]) }
    // Sorting by title or date would mix the worst matches with the best.
    const shown = query.sort === 'relevance' ? results : results.filter(({ isBest }) => isBest)
    const next =
      query.sort === 'relevance' ? inOrder(shown.map((result) => () => loadHit(result))) : bySort(await sorted(shown, query), query.sort)
    const warm = await next(first)
    const counts = { ...count(shown), ...(await countsOfUsed(query)) }
    return { total: shown.length, hasAll, unknown, counts, next: startingWith(warm, next) }
  }

  async function find(query: Query): Promise<Findings> {
    const text = trimmed(query.text)
    if (text) return findText(text, indexes, place.lang, optionsOf(query))
    if (isEmpty(query) && tables.length === 0) return NOTHING
    const found = await Promise.all(indexes.sources.map((source) => source.search(null, optionsOf(query))))
    const results = found.flatMap((answer, at) => answer.results.map((one): Result => ({ at, id: one.id, found: one, ...NOTHING_TYPED })))
    return { ...NOTHING, results: results.sort((a, b) => placeOf(a) - placeOf(b)) }
  }

  const placeOf = ({ at, id }: Result): number => indexes.sources[at]?.placeOf(id) ?? 0

  /** The results of each index in the selected order. */
  async function sorted(results: readonly Result[], query: Query): Promise<Sorted[][]> {
    const sort = { [query.sort]: query.sort === 'date' ? ('desc' as const) : ('asc' as const) }
    return Promise.all(
      indexes.sources.map(async (source, at) => {
        const here = new Map(results.filter((one) => one.at === at).map((one) => [one.id, one]))
        const all = await source.search(null, { ...optionsOf(query), sort })
        const shown = all.results.flatMap(({ id }) => here.get(id) ?? [])
        return shown.map((result) => ({ load: () => loadHit(result), place: placeOf(result) }))
      }),
    )
  }

  function count(results: readonly Result[]): FilterCounts {
    const sums: FilterCounts = {}
    for (const [at, table] of tables.entries())
      for (const [name, values] of Object.entries(table.count(new Set(results.filter((one) => one.at === at).map(({ id }) => id))))) {
        const sum = (sums[name] ??= {})
        for (const [value, count] of Object.entries(values)) sum[value] = (sum[value] ?? 0) + count
      }
    return sums
  }

  /** The counts of active filters: each with only the others applied, to show what another choice would give. */
  async function countsOfUsed(query: Query): Promise<FilterCounts> {
    const used = tables.length > 0 ? FILTER_NAMES.filter((name) => query.filters[name]) : []
    const counts = await Promise.all(
      used.map(async (name) => {
        const filters = Object.fromEntries(Object.entries(query.filters).filter(([other]) => other !== name))
        const { results } = await find({ ...query, filters })
        return [name, count(results)[name] ?? {}] as const
      }),
    )
    return Object.fromEntries(counts)
  }

  return { search, suggest: (query, answer) => suggest(indexes, search, query, answer), loadCounts }
}

/** Without filters the same as in all other questions, so that their answers are reused. */
const optionsOf = ({ filters }: Query): SearchOptions => {
  const used = Object.entries(filters).map(([name, any]) => [name, { any }] as const)
  return used.length > 0 ? { filters: Object.fromEntries(used) } : {}
}
