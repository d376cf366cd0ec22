import { isGuess } from './guess.ts'
import { INDEX_LIST, type IndexEntry } from './index-list.ts'
import { byRelevance, bySort, type Next } from './order.ts'
import type { FilterCounts, Instance, InstanceOptions, PagefindModule, SearchOptions } from './pagefind-api.ts'
import { FILTER_NAMES, isEmpty, type Query } from './query.ts'
import { titleKeys } from './title-key.ts'

/** What a query finds. Counts are of all results, by filter and value; a filter in use counts as if it were not. */
export interface Answer {
  total: number
  counts: FilterCounts
  /** The next results, best first; none after the last. */
  next: Next
}

export interface Engine {
  search: (query: Query) => Promise<Answer>
  /** Loads what the counts need; answers before have none. An empty query then counts all pages. */
  loadCounts: () => Promise<void>
}

export type LoadModule = (url: string) => Promise<PagefindModule>

/**
 * What a match in a metadata field is worth. Pagefind's own weight for `title` is 5; people have a `name` instead. The keys find exact
 * titles (see title-key.ts) and are never searched together with words.
 */
const RANKING = { metaWeights: { title: 8, name: 0.3, breadcrumb: 0.5, key1: 3, key2: 2, key3: 1 } }
const EXCERPT_WORDS = 24
/** Languages other than the page's own stand behind. */
const OTHER_LANGUAGE_WEIGHT = 0.5

/** Opens all indexes of a site. `base` is its path with a slash at the end. Throws when the list of indexes cannot be read. */
export async function openEngine(base: string, pageLang: string, load: LoadModule): Promise<Engine> {
  const folder = `${base}pagefind/`
  const response = await fetch(`${folder}${INDEX_LIST}`)
  if (!response.ok) throw new Error(`${folder}${INDEX_LIST} answered ${response.status}`)
  const entries = (await response.json()) as IndexEntry[]
  const modules = new Map<string, Promise<PagefindModule>>()
  const instances = await Promise.all(
    entries.map(async ({ lang, folder: part }): Promise<Instance> => {
      // A module knows the word stems of one language; further parts of that language use the same one.
      const module = modules.get(lang) ?? load(`${folder}${part}pagefind.js`)
      modules.set(lang, module)
      const indexWeight = lang === pageLang ? 1 : OTHER_LANGUAGE_WEIGHT
      const options: InstanceOptions = {
        basePath: folder + part,
        baseUrl: base,
        excerptLength: EXCERPT_WORDS,
        indexWeight,
        ranking: RANKING,
      }
      return (await module).createInstance(options)
    }),
  )
  let all: FilterCounts = {}
  let counting: Promise<FilterCounts[]> | undefined
  return {
    search: (query) => (isEmpty(query) ? Promise.resolve({ total: 0, counts: all, next: nothing }) : search(instances, query)),
    loadCounts: async () => {
      counting ??= Promise.all(instances.map((instance) => instance.filters()))
      all = sumCounts(await counting)
    },
  }
}

const nothing: Next = () => Promise.resolve([])

async function search(all: Instance[], query: Query): Promise<Answer> {
  const text = query.text.trim() || null
  const options = optionsOf(query)
  const found = await Promise.all(all.map(async (instance) => ({ instance, ...(await instance.search(text, options)) })))
  const guesses = await Promise.all(found.map(async ({ results: [first] }) => !!text && !!first && isGuess(text, await first.data())))
  const answers = found.filter((_, at) => !guesses[at])
  const instances = answers.map(({ instance }) => instance)
  const lists = answers.map(({ results }) => results)
  const exact = text && query.sort === 'relevance' ? await exactTitles(instances, text, options) : new Map<string, number>()
  return {
    total: lists.reduce((sum, { length }) => sum + length, 0),
    counts: { ...sumCounts(answers.map(({ filters }) => filters)), ...(await countsOfUsed(instances, query)) },
    next: query.sort === 'relevance' ? byRelevance(lists, exact) : bySort(lists, query.sort),
  }
}

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
  for (const key of [loose, strict]) {
    const answers = await Promise.all(instances.map((instance) => instance.search(`"${key}"`, options)))
    for (const { id, score } of answers.flatMap(({ results }) => results)) ranks.set(id, (ranks.get(id) ?? 0) + score)
  }
  return ranks
}

/** The counts of the filters in use: each with the others applied, so that people see what another choice would give. */
async function countsOfUsed(instances: Instance[], query: Query): Promise<FilterCounts> {
  const used = FILTER_NAMES.filter((name) => query.filters[name])
  const counts = await Promise.all(
    used.map(async (name) => {
      const others = Object.fromEntries(Object.entries(query.filters).filter(([other]) => other !== name))
      const options = optionsOf({ ...query, filters: others })
      const answers = await Promise.all(instances.map((instance) => instance.search(query.text.trim() || null, options)))
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
