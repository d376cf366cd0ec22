import { fieldOf, listOf, numberIn, textIn } from './fields.ts'
import type { Hidden } from './hidden.ts'
import { inOrder, pageOf } from './listing.ts'
import { type Ask, type Handler, missing, PRIVATE, stored } from './reply.ts'

/** `GET /comments`, section 4.6. `modifiedSince` never finds a comment that was never edited (api-facts, Lists). */
export const comments: Handler = async (ask) => {
  const { known, query } = ask
  const list = await known.lists.index('comments')
  if (!list) return missing('The list "comments"')
  const { guides, steps } = await seenBy(ask)
  const isOnGuide = list.hasWord('type', ['guide'])
  const isOnStep = list.hasWord('type', ['step'])
  const places = list.places().filter((place) => {
    const contextid = list.number('contextid', place)
    if ((isOnGuide(place) && guides.has(contextid)) || (isOnStep(place) && steps.has(contextid))) return false
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
  if (thread !== undefined && isHidden(thread, await seenBy(ask))) return PRIVATE
  const found = commentIn(thread, id)
  return stored(found === undefined ? undefined : JSON.stringify(found), `Comment ${id}`)
}

/** What is hidden from the asker: nothing from who has the token and asks for it. */
async function seenBy({ known, isAdmin, query }: Ask): Promise<Hidden> {
  return isAdmin && query.includePrivate ? NOTHING : known.hidden()
}

const NOTHING: Hidden = { guides: new Set(), steps: new Set() }

function isHidden(comment: unknown, { guides, steps }: Hidden): boolean {
  const contexts: Record<string, ReadonlySet<number>> = { guide: guides, step: steps }
  return contexts[textIn(comment, 'context')]?.has(numberIn(comment, 'contextid')) ?? false
}

function commentIn(thread: unknown, id: number): unknown {
  if (Number(fieldOf(thread, 'commentid')) === id) return thread
  for (const reply of listOf(thread, 'replies')) {
    const found = commentIn(reply, id)
    if (found !== undefined) return found
  }
  return undefined
}
