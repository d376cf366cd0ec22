/** The filters in display order. */
export const FILTER_NAMES = ['kind', 'type', 'category', 'difficulty', 'time', 'tool', 'tag', 'language'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** By relevance, by title from A to Z, by date from newest to oldest. */
const SORTS = ['relevance', 'title', 'date'] as const
export type Sort = (typeof SORTS)[number]

/** A query. Several values of one filter mean any of them; several filters mean all. */
export interface Query {
  text: string
  filters: Partial<Record<FilterName, string[]>>
  sort: Sort
}

const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

/** A text without surrounding spaces or invisible characters, such as zero-width spaces and soft hyphens; '' if nothing is left. */
export function trimmed(text: string): string {
  const characters = Array.from(text)
  const isSeen = (character: string): boolean => SEEN.test(character)
  const first = characters.findIndex(isSeen)
  return first < 0 ? '' : characters.slice(first, characters.findLastIndex(isSeen) + 1).join('')
}

/** Parses a query from the search part of an address; unknown parameters are ignored. */
export function readQuery(search: string): Query {
  const parameters = new URLSearchParams(search)
  const filters: Query['filters'] = {}
  for (const name of FILTER_NAMES) {
    const values = parameters.getAll(name).filter(Boolean)
    if (values.length > 0) filters[name] = [...new Set(values)]
  }
  const sort = parameters.get('sort') ?? ''
  const text = (parameters.get('q') ?? '').replace(/\s+/g, ' ')
  return { text: trimmed(text) && text, filters, sort: isSort(sort) ? sort : 'relevance' }
}

/** The search part of the address of a query; '' for an empty one. */
export function writeQuery({ text, filters, sort }: Query): string {
  const parameters = new URLSearchParams()
  if (trimmed(text)) parameters.set('q', text)
  for (const name of FILTER_NAMES) for (const value of filters[name] ?? []) parameters.append(name, value)
  if (sort !== 'relevance') parameters.set('sort', sort)
  return parameters.size > 0 ? `?${parameters.toString()}` : ''
}

export const isEmpty = ({ text, filters }: Query): boolean => !trimmed(text) && Object.keys(filters).length === 0

/** True for words without filters, in the order of relevance. */
export const isTextOnly = ({ text, filters, sort }: Query): boolean =>
  trimmed(text) !== '' && Object.keys(filters).length === 0 && sort === 'relevance'

const isSort = (text: string): text is Sort => (SORTS as readonly string[]).includes(text)
