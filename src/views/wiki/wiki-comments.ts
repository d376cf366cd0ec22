import type { ListPosition } from '../../cache/list-file.ts'
import { type Comment, commentSchema } from '../../model/comment.ts'
import { parsedItem } from '../../model/parse.ts'
import type { Site } from '../site/site.ts'
import { onceFor, question } from '../trace/tracked-site.ts'
import type { ViewCache } from '../trace/tracked-cache.ts'

/**
 * The comments on a wiki (specification, section 4.6), in threads: unlike guides, wikis do not contain their comments, and the list returns
 * a reply inside its comment, as a separate item, or both.
 */
export const commentsOnWiki = question('comments on wiki', async ({ cache }: Site, wikiid: number): Promise<Comment[]> => {
  const places = (await wikiComments(cache)).get(wikiid) ?? []
  const items = places.length > 0 ? await cache.listItems('comments', places) : []
  return threadsOf(items.flatMap((item) => parsedItem(commentSchema, item) ?? []))
})

/** The positions of wiki comments in the list of comments, by wikiid. */
const wikiComments = onceFor(async (cache: ViewCache): Promise<ReadonlyMap<number, readonly ListPosition[]>> => {
  const index = new Map<number, ListPosition[]>()
  for await (const { item, offset, length } of cache.listPositions('comments')) {
    const comment = parsedItem(commentSchema, item)
    if (comment?.context !== 'wiki') continue
    const places = index.get(comment.contextid) ?? []
    index.set(comment.contextid, places)
    places.push({ offset, length })
  }
  return index
})

/** Each comment once, replies below their comment; a reply whose comment is missing becomes top-level. */
function threadsOf(comments: readonly Comment[]): Comment[] {
  const known = new Map<number, Comment>()
  const note = (comment: Comment) => {
    if (!known.has(comment.commentid)) known.set(comment.commentid, { ...comment, replies: [] })
    for (const reply of comment.replies) note({ ...reply, parentid: reply.parentid || comment.commentid })
  }
  for (const comment of comments) note(comment)
  const inOrder = [...known.values()].sort((a, b) => a.commentid - b.commentid)
  // A comment is older than its replies, so there can be no cycle.
  const parentOf = ({ commentid, parentid }: Comment) => (parentid < commentid ? known.get(parentid) : undefined)
  for (const comment of inOrder) parentOf(comment)?.replies.push(comment)
  return inOrder.filter((comment) => !parentOf(comment))
}
