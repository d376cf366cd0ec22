import type { RecordKey } from '../../cache/layout.ts'
import { canonicalTitle } from '../../model/title.ts'
import { fieldOf, textIn } from '../fields.ts'
import { titlesBelow } from './hierarchy.ts'
import { parsedTranslation } from './records.ts'
import { type Ask, type Handler, invalid, notCrawled, type Reply } from '../reply.ts'
import { type Scope, SEARCHED_PARTS, type SearchedPart } from '../index/search-index.ts'

const GUIDES: readonly SearchedPart[] = ['teardowns', 'other guides']

/** The filters of section 4.8; questions are in no list of the API, so there are none. */
const FILTERS = new Map<string, readonly SearchedPart[]>([
  ['guide', GUIDES],
  ['teardown', ['teardowns']],
  ['wiki', SEARCHED_PARTS.filter((part) => part.startsWith('wikis-'))],
  ['category', ['wikis-CATEGORY']],
  ['item', ['wikis-ITEM']],
  ['info', ['wikis-INFO']],
  ['question', []],
])

/** The filters in terms of `doctypes` (api-facts, Forms), which has more of them; unknown ones have no results. */
const DOCTYPES = new Map<string, readonly SearchedPart[]>([
  ...FILTERS,
  ['device', ['wikis-CATEGORY']],
  ['topic', ['wikis-CATEGORY']],
  ['product', ['wikis-ITEM']],
  ['team', ['wikis-TEAM']],
  ['user', ['wikis-USER']],
  ['all', SEARCHED_PARTS],
])

const MAX_SUGGESTIONS = 10

/** `GET /search/{query}`, sections 2.14 and 4.8: public records, exact titles first. */
export const search: Handler = async (ask) => {
  const unknown = ask.query.filter.find((word) => !FILTERS.has(word))
  if (unknown !== undefined) return invalid('filter', `must be of ${[...FILTERS.keys()].join(', ')}, not "${unknown}".`)
  return answer(ask, SEARCHED_PARTS)
}

/** `GET /suggest/{query}` (api-facts, Forms): as search, at most ten results, by default guides and categories. */
export const suggest: Handler = async (ask) => {
  const { query } = ask
  const limit = Math.min(query.isLimited ? query.limit : MAX_SUGGESTIONS, MAX_SUGGESTIONS)
  return answer({ ...ask, query: { ...query, limit } }, [...GUIDES, 'wikis-CATEGORY'])
}

async function answer(ask: Ask, usual: readonly SearchedPart[]): Promise<Reply> {
  const { offset, limit } = ask.query
  const scope = await scopeOf(ask, usual)
  const index = scope.parts.size > 0 ? await ask.known.search() : undefined
  if (index && !index.hasAny(scope.parts)) return notCrawled('What could be searched')
  const words = ask.params.search ?? ''
  const { total, best } = index?.find(words, scope, offset + limit) ?? { total: 0, best: [] }
  const totals = { totalResults: total, moreResults: offset + limit < total }
  const envelope = JSON.stringify({ search: words, query: words, limit, offset, ...totals })
  const page = best.slice(offset)
  const results = scope.langid ? inLanguage(ask, index?.results(page) ?? []) : (index?.bytes(page) ?? Buffer.from('[]'))
  return { json: Buffer.concat([Buffer.from(`${envelope.slice(0, -1)},"results":`), results, Buffer.from('}')]) }
}

async function scopeOf(ask: Ask, usual: readonly SearchedPart[]): Promise<Scope> {
  const { filter, doctypes, guideDevice, langid } = ask.query
  const filtered = new Set(filter.flatMap((word) => FILTERS.get(word) ?? []))
  const typed = new Set(doctypes.flatMap((word) => DOCTYPES.get(word) ?? []))
  const either = filter.length > 0 ? filtered : doctypes.length > 0 ? typed : new Set(usual)
  const { lang, translations = [] } = ask.cache.manifest
  const spoken = [langid, langid === 'jp' ? 'ja' : langid].find((one) => one === lang || translations.includes(one))
  return {
    parts: filter.length > 0 && doctypes.length > 0 ? new Set([...filtered].filter((part) => typed.has(part))) : either,
    ...(guideDevice && { categories: await categoriesOf(ask, guideDevice) }),
    ...(spoken && { langid: spoken }),
  }
}

/** A category by its title or display title, with its descendants. */
async function categoriesOf(ask: Ask, device: string): Promise<ReadonlySet<string>> {
  const title = canonicalTitle(device)
  const shown = (await ask.known.displayedTitles('wikis-CATEGORY')).get(title)
  return titlesBelow(ask, shown ?? title)
}

/** Results show the title and summary of their translation, if there is one. */
function inLanguage({ cache, query }: Ask, results: readonly { key: RecordKey; item: unknown }[]): Buffer {
  const shown = results.map(({ key, item }) => {
    const detail = parsedTranslation(cache, key, query.langid)
    return detail === undefined ? item : inTranslation(key, item, detail)
  })
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
