import { EXTRA_KINDS, type ExtraKind, extraOf, EXTRAS, variableOf } from '../../model/extras.ts'
import { fieldOf, listOf, numberIn } from '../fields.ts'
import type { Query } from '../http/query.ts'
import { inOrder, refusalOf } from './records.ts'
import { type Ask, type Handler, notCrawled, type Refusal, type Reply } from '../reply.ts'

const TOKEN_ONLY: Refusal = { status: 401, message: 'This is for those who run the site: send "Authorization: api TOKEN".' }
const NOBODYS: Refusal = { status: 404, message: 'A copy cannot say who has read what: it keeps no names of readers.' }

/** Always 404, even if a crawl has counted the views: a copy keeps no names of readers (sections 2.15 and 4.8). */
export const viewHistory: Handler = async () => NOBODYS

/** The answer to an extra, unmodified, or a page of it; undefined if not crawled. `id`: of its record, for a category its title. */
export async function storedExtra({ cache, query, isAdmin }: Ask, kind: ExtraKind, id: string): Promise<Reply | undefined> {
  const text = await cache.recordText({ kind, id: recordId(kind, id) })
  if (text === undefined) return undefined
  const { isInternal, isPaged } = extraOf(kind)
  if (isInternal && !isAdmin) return TOKEN_ONLY
  return { json: isPaged ? extraPage(text, query) : text }
}

/** The fields with the ids of such lists' items. */
const ID_FIELDS = ['entryid', 'guideid', 'releaseid', 'prsid', 'sessionid', 'userid', 'id']

/**
 * A page of an answer that `--extra` has stored, in its original form: an array, or an envelope with `results` (api-facts, Forms).
 * `guideid` filters, `order` sorts by the items' ids. What fits on one page stays unmodified, byte for byte.
 */
function extraPage(text: string, { offset, limit, order, guideid }: Query): string {
  const answer: unknown = JSON.parse(text)
  const isEnvelope = !Array.isArray(answer) && Array.isArray(fieldOf(answer, 'results'))
  if (!Array.isArray(answer) && !isEnvelope) return text
  const items: unknown[] = Array.isArray(answer) ? answer : listOf(answer, 'results')
  const wanted = guideid === undefined ? items : items.filter((item) => guideIdOf(item) === guideid)
  if (wanted.length === items.length && !order && offset === 0 && items.length <= limit) return text
  const page = inOrder(wanted, order, idIn(wanted)).slice(offset, offset + limit)
  if (!isEnvelope) return JSON.stringify(page)
  const totals = { limit, offset, totalResults: wanted.length, moreResults: offset + limit < wanted.length }
  return JSON.stringify({ ...(answer as object), ...totals, results: page })
}

/** Favorites contain their guide. */
const guideIdOf = (item: unknown): number => numberIn(item, 'guideid') || numberIn(fieldOf(item, 'guide'), 'guideid')

function idIn(items: readonly unknown[]): (item: unknown) => number {
  const field = ID_FIELDS.find((name) => items.every((item) => fieldOf(item, name) !== undefined))
  return field ? (item) => numberIn(item, field) : guideIdOf
}

const recordId = (kind: ExtraKind, id: string): string => (extraOf(kind).of === 'category' ? `CATEGORY/${id}` : id)

function answerOf(kind: ExtraKind): Handler {
  const otherwise = notCrawled('What this endpoint answers', kind)
  return async (ask) => {
    const id = Object.values(ask.params)[0] ?? ''
    return (await storedExtra(ask, kind, id)) ?? refusalOf(ask, { kind, id: recordId(kind, id) }, otherwise)
  }
}

/** Those that can be answered without a crawl with `--extra` too: their own handlers try {@link storedExtra} first. */
const WITH_HANDLERS = new Set(
  'image video wiki-titles category-children category-documents category-identification user-guides guide-views wiki-views'.split(' '),
)

/** The paths of all others. Ids of anything but the site's records, such as a quiz session, need not be numbers. */
export const EXTRA_ROUTES = EXTRA_KINDS.filter((kind) => !WITH_HANDLERS.has(kind)).map((kind) => {
  const name = ['guideid', 'userid', 'wikiid'].includes(variableOf(kind)) ? variableOf(kind) : 'name'
  return [new RegExp(`^${EXTRAS[kind].path.replace(/\{\w+\}/, `(?<${name}>[^/]+)`)}$`), answerOf(kind)] as const
})
