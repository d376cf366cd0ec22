import type { RecordKey } from '../../cache/layout.ts'
import { canonicalTitle } from '../../model/title.ts'
import { fieldOf, textIn } from '../fields.ts'
import { titlesBelow } from './hierarchy.ts'
import { translation } from './records.ts'
import { type Ask, type Handler, invalid, notCrawled, type Reply } from '../reply.ts'
import { type Scope, SEARCHED_LISTS, type SearchedList } from '../index/search-index.ts'
import type { ListName } from '../../model/resources.ts'

/** A kind of search result: lists, and optionally only some types of the list of guides. */
interface Kind {
  lists: readonly SearchedList[]
  types?: readonly string[]
}

const WIKIS = SEARCHED_LISTS.filter((name) => name !== 'guides')

/** The filters of section 4.8; questions are in no list of the API, so there are none. */
const FILTERS: Record<string, Kind> = {
  guide: { lists: ['guides'] },
  teardown: { lists: ['guides'], types: ['teardown'] },
  wiki: { lists: WIKIS },
  category: { lists: ['wikis-CATEGORY'] },
  item: { lists: ['wikis-ITEM'] },
  info: { lists: ['wikis-INFO'] },
  question: { lists: [] },
}

/** The filters in terms of `doctypes` (api-facts, Forms), which has more of them; unknown ones have no results. */
const DOCTYPES: Record<string, Kind> = {
  ...FILTERS,
  device: { lists: ['wikis-CATEGORY'] },
  topic: { lists: ['wikis-CATEGORY'] },
  product: { lists: ['wikis-ITEM'] },
  team: { lists: ['wikis-TEAM'] },
  user: { lists: ['wikis-USER'] },
  all: { lists: SEARCHED_LISTS },
}

/** The maximum number of results of `/suggest`. */
const MAX_SUGGESTIONS = 10

/** `GET /search/{query}`, sections 2.14 and 4.8: public records, exact titles first. */
export const search: Handler = async (ask) => {
  const unknown = ask.query.filter.find((word) => !Object.hasOwn(FILTERS, word))
  if (unknown !== undefined) return invalid('filter', `must be of ${Object.keys(FILTERS).join(', ')}, not "${unknown}".`)
  return answer(ask, SEARCHED_LISTS)
}

/** `GET /suggest/{query}` (api-facts, Forms): as search, at most ten results, by default guides and categories. */
export const suggest: Handler = async (ask) => {
  const { query } = ask
  const limit = Math.min(query.isLimited ? query.limit : MAX_SUGGESTIONS, MAX_SUGGESTIONS)
  return answer({ ...ask, query: { ...query, limit } }, ['guides', 'wikis-CATEGORY'])
}

async function answer(ask: Ask, usual: readonly SearchedList[]): Promise<Reply> {
  const { offset, limit } = ask.query
  const scope = await scopeOf(ask, usual)
  const index = scope.lists.size > 0 ? await ask.known.search() : undefined
  if (index && !index.has(scope.lists.keys())) return notCrawled('What could be searched')
  const words = ask.params.search ?? ''
  const { total, best } = index?.find(words, scope, offset + limit) ?? { total: 0, best: [] }
  const totals = { totalResults: total, moreResults: offset + limit < total }
  const envelope = JSON.stringify({ search: words, query: words, limit, offset, ...totals })
  const page = best.slice(offset)
  const results = scope.langid ? await inLanguage(ask, index?.results(page) ?? []) : (index?.bytes(page) ?? Buffer.from('[]'))
  return { json: Buffer.concat([Buffer.from(`${envelope.slice(0, -1)},"results":`), results, Buffer.from('}')]) }
}

const kindIn = (kinds: Readonly<Record<string, Kind>>, word: string): Kind =>
  (Object.hasOwn(kinds, word) ? kinds[word] : undefined) ?? NOTHING

async function scopeOf(ask: Ask, usual: readonly SearchedList[]): Promise<Scope> {
  const { filter, doctypes, guideDevice, langid } = ask.query
  const filtered = filter.length > 0 ? filter.map((word) => kindIn(FILTERS, word)) : undefined
  const typed = doctypes.length > 0 ? doctypes.map((word) => kindIn(DOCTYPES, word)) : undefined
  const [first = [{ lists: usual }], second] = [filtered, typed].filter((kinds) => kinds !== undefined)
  const lists = second ? inBoth(union(first), union(second)) : union(first)
  const { lang, translations = [] } = ask.cache.manifest
  const spoken = [langid, langid === 'jp' ? 'ja' : langid].find((one) => one === lang || translations.includes(one))
  return {
    lists,
    ...(guideDevice && { categories: await categoriesOf(ask, guideDevice) }),
    ...(spoken && { langid: spoken }),
  }
}

const NOTHING: Kind = { lists: [] }
type Wanted = Map<ListName, readonly string[] | 'all'>

function union(kinds: readonly Kind[]): Wanted {
  const wanted: Wanted = new Map()
  for (const { lists, types } of kinds)
    for (const list of lists) {
      const before = wanted.get(list)
      wanted.set(list, before === 'all' || !types ? 'all' : [...(before ?? []), ...types])
    }
  return wanted
}

function inBoth(one: Wanted, other: Wanted): Wanted {
  const wanted: Wanted = new Map()
  for (const [list, types] of one) {
    const others = other.get(list)
    if (others === undefined) continue
    wanted.set(list, types === 'all' ? others : others === 'all' ? types : types.filter((type) => others.includes(type)))
  }
  return wanted
}

/** A category by its title or display title, with its descendants. */
async function categoriesOf(ask: Ask, device: string): Promise<ReadonlySet<string>> {
  const title = canonicalTitle(device)
  const shown = (await ask.known.displayedTitles('wikis-CATEGORY')).get(title)
  return titlesBelow(ask, shown ?? title)
}

/** Results show the title and summary of their translation, if there is one. */
async function inLanguage({ cache, query }: Ask, results: Iterable<{ key: RecordKey; item: unknown }>): Promise<Buffer> {
  const shown: unknown[] = []
  for (const { key, item } of results) {
    const text = await translation(cache, key, query.langid)
    shown.push(text === undefined ? item : inTranslation(key, item, JSON.parse(text)))
  }
  return Buffer.from(JSON.stringify(shown))
}

/** The `title` of a wiki identifies it and is the same in every language. */
function inTranslation({ kind }: RecordKey, item: unknown, detail: unknown): object {
  const summary = textIn(detail, 'summary') || textIn(detail, 'description')
  const title = textIn(detail, kind === 'guide' ? 'title' : 'display_title')
  const locale = kind === 'guide' ? textIn(detail, 'locale') : ''
  return {
    ...(item as object),
    ...(title && { [kind === 'guide' ? 'title' : 'display_title']: title }),
    ...(summary && fieldOf(item, 'summary') !== undefined && { summary }),
    ...(locale && { locale }),
  }
}
