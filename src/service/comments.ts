import { fieldOf, listOf } from './entry.ts'
import { listing } from './listing.ts'
import { type Handler, stored } from './reply.ts'

/** `GET /comments`, section 4.6. `modifiedSince` never finds a comment that was never edited (api-facts, Lists). */
export const comments = listing('comments', (entries, { query }) =>
  entries.filter(({ modifiedAt }) => query.modifiedSince <= 0 || modifiedAt >= query.modifiedSince),
)

/** `GET /comments/{commentid}`, section 4.6: a comment, or a reply inside one. */
export const comment: Handler = async ({ lists, params }) => {
  const id = Number(params.commentid)
  const entry = (await lists.entries('comments'))?.find((candidate) => candidate.id === id || candidate.replies.includes(id))
  const [thread] = entry ? await lists.items('comments', [entry]) : []
  return stored(JSON.stringify(commentIn(thread, id)), `Comment ${id}`)
}

function commentIn(thread: unknown, id: number): unknown {
  if (Number(fieldOf(thread, 'commentid')) === id) return thread
  for (const reply of listOf(thread, 'replies')) {
    const found = commentIn(reply, id)
    if (found !== undefined) return found
  }
  return undefined
}
