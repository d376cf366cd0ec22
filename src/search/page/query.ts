/** The filters in the order that people see them. */
export const FILTER_NAMES = ['kind', 'type', 'category', 'difficulty', 'time', 'tag', 'language'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** By relevance, by title from A to Z, by date from new to old. */
const SORTS = ['relevance', 'title', 'date'] as const
export type Sort = (typeof SORTS)[number]

/** A query. Several values of one filter mean any of them; several filters mean all. */
export interface Query {
  text: string
  filters: Partial<Record<FilterName, string[]>>
  sort: Sort
  /** True for guides alone that need no other tools than somebody has. */
  ownTools?: boolean
}

const OWN_TOOLS = ['tools', 'own'] as const

const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

/** A text without spaces at its ends, nor characters that nobody sees, such as a zero-width space or a soft hyphen: '' where there is nothing else. */
export function trimmed(text: string): string {
  const characters = Array.from(text)
  const isSeen = (character: string): boolean => SEEN.test(character)
  const first = characters.findIndex(isSeen)
  return first < 0 ? '' : characters.slice(first, characters.findLastIndex(isSeen) + 1).join('')
}

/** Reads a query from the search part of an address; unknown parameters are ignored. */
export function readQuery(search: string): Query {
  const parameters = new URLSearchParams(search)
  const filters: Query['filters'] = {}
  for (const filter of FILTER_NAMES) {
    const values = parameters.getAll(filter).filter(Boolean)
    if (values.length > 0) filters[filter] = [...new Set(values)]
  }
  const sort = parameters.get('sort') ?? ''
  const [name, value] = OWN_TOOLS
  const ownTools = parameters.get(name) === value
  const text = (parameters.get('q') ?? '').replace(/\s+/g, ' ')
  return { text: trimmed(text) && text, filters, sort: isSort(sort) ? sort : 'relevance', ...(ownTools && { ownTools }) }
}

/** The search part of the address of a query; '' for an empty one. */
export function writeQuery({ text, filters, sort, ownTools }: Query): string {
  const parameters = new URLSearchParams()
  if (trimmed(text)) parameters.set('q', text)
  for (const name of FILTER_NAMES) for (const value of filters[name] ?? []) parameters.append(name, value)
  if (ownTools) parameters.set(...OWN_TOOLS)
  if (sort !== 'relevance') parameters.set('sort', sort)
  return parameters.size > 0 ? `?${parameters.toString()}` : ''
}

/** The filters of a query, with other values of one. */
export function withFilter({ filters }: Query, name: FilterName, values: string[]): Query['filters'] {
  const others = Object.entries(filters).filter(([other]) => other !== name)
  return Object.fromEntries(values.length > 0 ? [...others, [name, values]] : others)
}

/** How many values of filters are chosen. */
export const chosenIn = ({ filters, ownTools }: Query): number => Object.values(filters).flat().length + Number(ownTools === true)

export const isEmpty = (query: Query): boolean => !trimmed(query.text) && chosenIn(query) === 0

/** True for words without filters, in the order of relevance. */
export const isTextOnly = (query: Query): boolean => trimmed(query.text) !== '' && chosenIn(query) === 0 && query.sort === 'relevance'

const isSort = (text: string): text is Sort => (SORTS as readonly string[]).includes(text)
