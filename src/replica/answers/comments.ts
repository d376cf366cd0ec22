import { listOf, numberIn } from '../fields.ts'
import { type Hidden, isAboutHidden } from '../hidden.ts'
import { pageOf } from './records.ts'
import { type Ask, type Handler, missing, PRIVATE, stored } from '../reply.ts'

/** `GET /comments`, section 4.6. `modifiedSince` never finds a comment that was never edited (api-facts, Lists). */
export const comments: Handler = async (ask) => {
  const { known, query } = ask
  const list = await known.list('comments')
  if (!list) return missing('The list "comments"')
  const hidden = await hiddenFrom(ask)
  const rows = list.rows.filter(
    ({ type, contextid, modifiedAt }) =>
      !hidden.get(type)?.has(contextid) && (query.modifiedSince <= 0 || modifiedAt >= query.modifiedSince),
  )
  return pageOf(list, rows, ask)
}

/** `GET /comments/{commentid}`, section 4.6: a comment, or a reply inside one. */
export const comment: Handler = async (ask) => {
  const id = Number(ask.params.commentid)
  const thread = (await ask.known.list('comments'))?.itemOf(id)
  if (isAboutHidden(thread, await hiddenFrom(ask))) return PRIVATE
  const found = commentIn(thread, id)
  return stored(found === undefined ? undefined : JSON.stringify(found), `Comment ${id}`)
}

/** Nothing for a client that has the token and requests private content with it. */
const hiddenFrom = async ({ known, isAdmin, query }: Ask): Promise<Hidden> => (isAdmin && query.includePrivate ? new Map() : known.hidden())

function commentIn(thread: unknown, id: number): unknown {
  if (numberIn(thread, 'commentid') === id) return thread
  for (const reply of listOf(thread, 'replies')) {
    const found = commentIn(reply, id)
    if (found !== undefined) return found
  }
  return undefined
}
