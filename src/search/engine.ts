import { isDoubtful, isGuess } from './guess.ts'
import { type OpenIndex, openIndexes, type SearchPlace } from './indexes.ts'
import { byRelevance, bySort, type Next } from './order.ts'
import type { FilterCounts, Found, Instance, SearchOptions } from './pagefind-api.ts'
import { withLetterKeys } from './letters.ts'
import { FILTER_NAMES, isEmpty, type Query } from './query.ts'
import { titleKeys } from './title-key.ts'
import { queryInPairs } from './unspaced.ts'

/** What a query finds. Counts are of all results, by filter and value; a filter in use counts as if it were not. */
export interface Answer {
  total: number
  /** No result has the typed words themselves: they may be misspelt. */
  doubtful: boolean
  counts: FilterCounts
  /** The next results, best first; none after the last. */
  next: Next
}

export interface Engine {
  /** The languages of the pages that it finds. */
  langs: readonly string[]
  /** The `first` so many results are loaded at once, because they are asked for next. */
  search: (query: Query, first?: number) => Promise<Answer>
  /** Loads what the counts need; answers before have none. An empty query then counts all pages. */
  loadCounts: () => Promise<void>
}

/** Opens the indexes that a page searches. Throws when the list of them cannot be read. */
export async function openEngine(place: SearchPlace, open: OpenIndex): Promise<Engine> {
  const { instances, langs } = await openIndexes(place, open)
  let all: FilterCounts = {}
  let counting: Promise<FilterCounts[]> | undefined
  return {
    langs,
    search: (query, first = 0) =>
      isEmpty(query) ? Promise.resolve({ total: 0, doubtful: false, counts: all, next: nothing }) : search(instances, query, first),
    loadCounts: async () => {
      counting ??= Promise.all(instances.map((instance) => instance.filters()))
      all = sumCounts(await counting)
    },
  }
}

const nothing: Next = () => Promise.resolve([])

async function search(all: Instance[], query: Query, first: number): Promise<Answer> {
  const text = query.text.trim()
  const options = optionsOf(query)
  const words = wordsOf(query)
  const [exact, found] = await Promise.all([
    text && query.sort === 'relevance' ? exactTitles(all, text, options) : new Map<string, number>(),
    Promise.all(all.map(async (instance) => ({ instance, ...(await instance.search(words, options)) }))),
  ])
  const inOrder = (lists: Found[][]): Next => (query.sort === 'relevance' ? byRelevance(lists, exact) : bySort(lists, query.sort))
  const [best] = await Promise.all([
    Promise.all(found.map(async ({ results: [one] }) => (text && one ? one.data() : undefined))),
    inOrder(found.map(({ results }) => results))(first),
  ])
  const judge = (is: typeof isGuess) => best.map((one) => one !== undefined && is(text, one))
  const [guesses, doubts] = [judge(isGuess), judge(isDoubtful)]
  const answers = found.filter((_, at) => !guesses[at])
  const instances = answers.map(({ instance }) => instance)
  const lists = answers.map(({ results }) => results)
  return {
    total: lists.reduce((sum, { length }) => sum + length, 0),
    doubtful: found.every(({ results }, at) => results.length === 0 || guesses[at] || doubts[at]),
    counts: { ...sumCounts(answers.map(({ filters }) => filters)), ...(await countsOfUsed(instances, query)) },
    next: inOrder(lists),
  }
}

/** What Pagefind is asked for; null for everything. */
const wordsOf = ({ text }: Query): string | null => withLetterKeys(queryInPairs(text)) || null

const optionsOf = ({ filters, sort }: Query): SearchOptions => ({
  filters: Object.fromEntries(Object.entries(filters).map(([name, any]) => [name, { any }])),
  ...(sort !== 'relevance' && { sort: { [sort]: sort === 'date' ? 'desc' : 'asc' } }),
})

/**
 * Pages whose whole title was typed, by id, with their rank: higher is better, letter by letter is best. Quotes make Pagefind look for the
 * word itself, not for longer ones.
 */
async function exactTitles(instances: Instance[], text: string, options: SearchOptions): Promise<Map<string, number>> {
  const { loose, strict } = titleKeys(text)
  const ranks = new Map<string, number>()
  const answers = await Promise.all([loose, strict].flatMap((key) => instances.map((instance) => instance.search(`"${key}"`, options))))
  for (const { id, score } of answers.flatMap(({ results }) => results)) ranks.set(id, (ranks.get(id) ?? 0) + score)
  return ranks
}

/** The counts of the filters in use: each with the others applied, so that people see what another choice would give. */
async function countsOfUsed(instances: Instance[], query: Query): Promise<FilterCounts> {
  const used = FILTER_NAMES.filter((name) => query.filters[name])
  const counts = await Promise.all(
    used.map(async (name) => {
      const others = Object.fromEntries(Object.entries(query.filters).filter(([other]) => other !== name))
      const options = optionsOf({ ...query, filters: others })
      const answers = await Promise.all(instances.map((instance) => instance.search(wordsOf(query), options)))
      return [name, sumCounts(answers.map(({ filters }) => filters))[name] ?? {}] as const
    }),
  )
  return Object.fromEntries(counts)
}

function sumCounts(all: FilterCounts[]): FilterCounts {
  const sums: FilterCounts = {}
  for (const [name, values] of all.flatMap((counts) => Object.entries(counts))) {
    const sum = (sums[name] ??= {})
    for (const [value, count] of Object.entries(values)) sum[value] = (sum[value] ?? 0) + count
  }
  return sums
}
