import { fieldOf, listOf, numberIn } from '../fields.ts'
import type { Query } from '../http/query.ts'

/** The fields with the ids of such lists' items. */
const ID_FIELDS = ['entryid', 'guideid', 'releaseid', 'prsid', 'sessionid', 'userid', 'id']

/**
 * A page of an answer that `--extra` has stored, in its original form: an array, or an envelope with `results` (api-facts, Forms).
 * `guideid` filters, `order` sorts by the items' ids. What fits on one page stays unmodified, byte for byte.
 */
export function extraPage(text: string, { offset, limit, order, guideid }: Query): string {
  const answer: unknown = JSON.parse(text)
  const isEnvelope = !Array.isArray(answer) && Array.isArray(fieldOf(answer, 'results'))
  if (!Array.isArray(answer) && !isEnvelope) return text
  const items: unknown[] = Array.isArray(answer) ? answer : listOf(answer, 'results')
  const wanted = guideid === undefined ? items : items.filter((item) => guideIdOf(item) === guideid)
  const isWhole = wanted.length === items.length && !order && offset === 0 && items.length <= limit
  if (isWhole) return text
  const page = (order ? inOrder(wanted, order) : wanted).slice(offset, offset + limit)
  if (!isEnvelope) return JSON.stringify(page)
  const totals = { limit, offset, totalResults: wanted.length, moreResults: offset + limit < wanted.length }
  return JSON.stringify({ ...(answer as object), ...totals, results: page })
}

/** Favorites contain their guide. */
const guideIdOf = (item: unknown): number => numberIn(item, 'guideid') || numberIn(fieldOf(item, 'guide'), 'guideid')

function inOrder(items: readonly unknown[], order: 'ASC' | 'DESC'): unknown[] {
  const field = ID_FIELDS.find((name) => items.every((item) => fieldOf(item, name) !== undefined))
  const idOf = field ? (item: unknown) => numberIn(item, field) : guideIdOf
  const sign = order === 'ASC' ? 1 : -1
  return items.toSorted((a, b) => sign * (idOf(a) - idOf(b)))
}
