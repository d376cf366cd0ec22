import { z } from 'zod'
import { isObject } from './lenient.ts'

/** A page of a list, in either form: an array, or an envelope `{results, moreResults, totalResults}` (api-facts, Forms). */
export interface ListPage {
  items: unknown[]
  /** The number of items in the whole list; undefined if the answer does not say. */
  total?: number
  /** Whether another page follows; undefined if the answer does not say. */
  hasMore?: boolean
}

const asCount = (value: unknown): number | undefined => {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/** The services' names for the content of an envelope. */
const NAMES = ['results', 'members', 'users', 'badges', 'completions', 'favorites', 'releases', 'guideTeams', 'guides']

/** Undefined for what is not a page. */
export function readListPage(answer: unknown): ListPage | undefined {
  if (Array.isArray(answer)) return { items: answer as unknown[] }
  if (!isObject(answer)) return undefined
  const items = NAMES.map((name) => answer[name]).find((value) => Array.isArray(value))
  if (!items) return undefined
  const { moreResults, totalResults } = answer
  const total = asCount(totalResults)
  const hasMore = typeof moreResults === 'boolean' || typeof moreResults === 'number' ? Boolean(moreResults) : undefined
  return { items: items as unknown[], ...(total !== undefined && { total }), ...(hasMore !== undefined && { hasMore }) }
}

/** Parses a list that may be in an envelope. */
export const enveloped = <S extends z.ZodType>(schema: S) => z.preprocess((answer) => readListPage(answer)?.items ?? answer, schema)

/** Marks an answer that a replica has derived from other records, or a picture in another size: a crawl treats it as "not found". */
export const DERIVED_HEADER = 'benchbook-derived'
