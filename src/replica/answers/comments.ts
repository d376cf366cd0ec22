import { listOf, numberIn, textIn } from '../fields.ts'
import type { Hidden } from '../hidden.ts'
import { inOrder, pageOf } from './listing.ts'
import { type Ask, type Handler, missing, PRIVATE, stored } from '../reply.ts'

/** `GET /comments`, section 4.6. `modifiedSince` never finds a comment that was never edited (api-facts, Lists). */
export const comments: Handler = async (ask) => {
  const { known, query } = ask
  const list = await known.lists.index('comments')
  if (!list) return missing('The list "comments"')
  const hidden = await hiddenFrom(ask)
  const contexts = Object.entries(hidden ?? {}).map(([context, ids]) => ({ isOn: list.hasWord('type', [context]), ids }))
  const places = list.places().filter((place) => {
    if (contexts.some(({ isOn, ids }) => isOn(place) && ids.has(list.number('contextid', place)))) return false
    return query.modifiedSince <= 0 || list.number('modifiedAt', place) >= query.modifiedSince
  })
  return pageOf(list, inOrder(places, list, ask), ask)
}

/** `GET /comments/{commentid}`, section 4.6: a comment, or a reply inside one. */
export const comment: Handler = async (ask) => {
  const id = Number(ask.params.commentid)
  const list = await ask.known.lists.index('comments')
  const place = list?.placeOf(id)
  const [thread] = list && place !== undefined ? list.items([place]) : []
  if (thread !== undefined && isAbout(thread, (await hiddenFrom(ask)) ?? {})) return PRIVATE
  const found = commentIn(thread, id)
  return stored(found === undefined ? undefined : JSON.stringify(found), `Comment ${id}`)
}

/** Undefined for a client that has the token and requests private content with it. */
async function hiddenFrom({ known, isAdmin, query }: Ask): Promise<Hidden | undefined> {
  return isAdmin && query.includePrivate ? undefined : known.hidden()
}

function isAbout(comment: unknown, hidden: Partial<Record<string, ReadonlySet<number>>>): boolean {
  return hidden[textIn(comment, 'context')]?.has(numberIn(comment, 'contextid')) ?? false
}

function commentIn(thread: unknown, id: number): unknown {
  if (numberIn(thread, 'commentid') === id) return thread
  for (const reply of listOf(thread, 'replies')) {
    const found = commentIn(reply, id)
    if (found !== undefined) return found
  }
  return undefined
}
