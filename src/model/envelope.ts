import { z } from 'zod'
import { isObject } from './lenient.ts'

/** A page of a list, in either form: an array, or an envelope `{results, moreResults, totalResults}` (api-facts, Forms). */
export interface ListPage {
  items: unknown[]
  /** How many items the whole list has; undefined where the answer does not say. */
  total?: number
  /** Whether a page follows; undefined where the answer does not say. */
  hasMore?: boolean
}

const asCount = (value: unknown): number | undefined => {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/** What services call that which is in an envelope. */
const NAMES = ['results', 'members', 'users', 'badges', 'completions', 'favorites', 'releases', 'guideTeams', 'guides']

/** Undefined for what is no page. */
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

/** Reads a list that may come in an envelope. */
export const enveloped = <S extends z.ZodType>(schema: S) => z.preprocess((answer) => readListPage(answer)?.items ?? answer, schema)
