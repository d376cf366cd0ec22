/** The filters in the order that people see them. */
export const FILTER_NAMES = ['kind', 'type', 'category', 'difficulty', 'time', 'tag', 'language'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** By relevance, by title from A to Z, by date from new to old. */
const SORTS = ['relevance', 'title', 'date'] as const
export type Sort = (typeof SORTS)[number]

/** What is asked for. Several values of one filter mean any of them; several filters mean all. */
export interface Query {
  text: string
  filters: Partial<Record<FilterName, string[]>>
  sort: Sort
}

/** Reads a query from the search part of an address; unknown parameters are left aside. */
export function readQuery(search: string): Query {
  const parameters = new URLSearchParams(search)
  const filters: Query['filters'] = {}
  for (const name of FILTER_NAMES) {
    const values = parameters.getAll(name).filter(Boolean)
    if (values.length > 0) filters[name] = [...new Set(values)]
  }
  const sort = parameters.get('sort') ?? ''
  return { text: (parameters.get('q') ?? '').replace(/\s+/g, ' '), filters, sort: isSort(sort) ? sort : 'relevance' }
}

/** The search part of the address of a query; '' for an empty one. */
export function writeQuery({ text, filters, sort }: Query): string {
  const parameters = new URLSearchParams()
  if (text) parameters.set('q', text)
  for (const name of FILTER_NAMES) for (const value of filters[name] ?? []) parameters.append(name, value)
  if (sort !== 'relevance') parameters.set('sort', sort)
  return parameters.size > 0 ? `?${parameters.toString()}` : ''
}

export const isEmpty = ({ text, filters }: Query): boolean => !text.trim() && Object.keys(filters).length === 0

const isSort = (text: string): text is Sort => (SORTS as readonly string[]).includes(text)
