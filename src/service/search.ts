import { type Ask, type Handler, invalid, notCrawled, type Reply } from './reply.ts'
import { SEARCHED_LISTS, type SearchedList } from './search-index.ts'

/** The filters of section 4.8, and the lists that they are about; questions are in no list of the API. */
const FILTERS: Record<string, readonly SearchedList[]> = {
  guide: ['guides'],
  teardown: ['guides'],
  wiki: SEARCHED_LISTS.filter((name) => name !== 'guides'),
  category: ['wikis-CATEGORY'],
  item: ['wikis-ITEM'],
  info: ['wikis-INFO'],
  question: [],
}

/** `GET /search/{query}`, sections 2.14 and 4.8: what anyone may see, the same title first. */
export const search: Handler = async (ask) => {
  const { filter } = ask.query
  const unknown = filter.find((word) => !(word in FILTERS))
  if (unknown !== undefined) return invalid('filter', `must be of ${Object.keys(FILTERS).join(', ')}, not "${unknown}".`)
  const names = filter.length > 0 ? filter.flatMap((word) => FILTERS[word] ?? []) : SEARCHED_LISTS
  const teardownsOnly = filter.includes('teardown') && !filter.includes('guide')
  return answer(ask, names, teardownsOnly)
}

/** `GET /suggest/{query}` (api-facts, Errors, languages, limits): the same envelope, for guides and categories. */
export const suggest: Handler = (ask) => answer(ask, ['guides', 'wikis-CATEGORY'], false)

async function answer(ask: Ask, names: readonly SearchedList[], teardownsOnly: boolean): Promise<Reply> {
  const index = await ask.known.search()
  if (!index.has(names)) return notCrawled('What could be searched')
  const { offset, limit } = ask.query
  const { total, best } = index.find(ask.params.search ?? '', names, { most: offset + limit, teardownsOnly })
  const totals = { totalResults: total, moreResults: offset + limit < total }
  const envelope = JSON.stringify({ search: ask.params.search, limit, offset, ...totals })
  const results = index.bytes(best.subarray(offset))
  return { json: Buffer.concat([Buffer.from(`${envelope.slice(0, -1)},"results":`), results, Buffer.from('}')]) }
}
