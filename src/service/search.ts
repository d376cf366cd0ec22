import type { ListName } from '../cache/layout.ts'
import { NAMESPACES } from '../model/ref.ts'
import type { Entry } from './entry.ts'
import { type Ask, type Handler, missing } from './reply.ts'

interface Hit {
  name: ListName
  entry: Entry
  isExact: boolean
}

/** `GET /search/{query}`, section 2.14: public guides and wikis whose titles hold the query, the same title first. */
export const search: Handler = async (ask) => {
  const { offset, limit } = ask.query
  const names = listsFor(ask.query.filter)
  const lists = await Promise.all(names.map(async (name) => ({ name, entries: await ask.lists.entries(name) })))
  if (lists.every(({ entries }) => entries === undefined)) return missing('What could be searched')
  const hits = lists.flatMap(({ name, entries }) => hitsIn(name, entries ?? [], ask))
  const page = hits.toSorted((a, b) => Number(b.isExact) - Number(a.isExact)).slice(offset, offset + limit)
  const results = await Promise.all(page.map(async ({ name, entry }) => (await ask.lists.items(name, [entry]))[0]))
  const totalResults = hits.length
  const moreResults = offset + limit < totalResults
  return { json: JSON.stringify({ search: ask.params.search, limit, offset, totalResults, moreResults, results }) }
}

function hitsIn(name: ListName, entries: readonly Entry[], { params, query }: Ask): Hit[] {
  const wanted = (params.search ?? '').trim().toLowerCase()
  const isTeardownsOnly = query.filter.includes('teardown') && !query.filter.includes('guide')
  return entries.flatMap((entry) => {
    if (!entry.isPublic || (isTeardownsOnly && name === 'guides' && entry.type !== 'teardown')) return []
    const titles = [entry.title.toLowerCase(), entry.alias.toLowerCase()]
    return titles.some((title) => title.includes(wanted)) ? [{ name, entry, isExact: titles.includes(wanted) }] : []
  })
}

/** The lists that the filters of section 4.8 are about; all when there is none. */
function listsFor(filter: readonly string[]): ListName[] {
  const isAsked = (...words: string[]) => filter.length === 0 || words.some((word) => filter.includes(word))
  const wikis = NAMESPACES.filter((namespace) => isAsked('wiki', namespace.toLowerCase()))
  return [...(isAsked('guide', 'teardown') ? (['guides'] as const) : []), ...wikis.map((namespace) => `wikis-${namespace}` as const)]
}
