import type { Comment } from '../../model/comment.ts'
import type { RenderContext } from '../../render/relink.ts'
import { type Html, sourceToText, toHtml } from '../../render/to-html.ts'
import { authorView, type AuthorView } from './author.ts'
import type { Site } from '../site/site.ts'
import { type Moment, momentOf } from '../site/time.ts'

/** One comment with its replies. */
export interface CommentView {
  /** The anchor of the comment; only the first comment with an id has it. */
  id: string | undefined
  author: AuthorView
  date: Moment | undefined
  /** Only if it was edited. */
  edited: Moment | undefined
  resolved: boolean
  title: string
  text: Html
  replies: CommentView[]
}

/** Comments with another status were deleted, for example. */
const isShown = ({ status }: Comment): boolean => ['', 'public', 'resolved'].includes(status)

/** The page's title, and the level of headings: see toHtml. */
interface Place {
  title: string
  headingStart: number
}

/** Comment threads, oldest first as the service returns them. */
export const commentViews = (site: Site, comments: readonly Comment[], context: RenderContext, place: Place): CommentView[] =>
  comments.filter(isShown).map((comment) => commentView(site, comment, context, place))

/** The comment ids already used on a page, by its render context. */
const taken = new WeakMap<RenderContext, Set<number>>()

function commentView(site: Site, comment: Comment, context: RenderContext, place: Place): CommentView {
  const ids = taken.get(context) ?? new Set()
  const isFirst = !ids.has(comment.commentid)
  taken.set(context, ids.add(comment.commentid))
  return {
    id: isFirst ? `comment-${comment.commentid}` : undefined,
    author: authorView(site, comment.author),
    date: momentOf(comment.date, site.words.lang),
    edited: comment.modified_date > comment.date ? momentOf(comment.modified_date, site.words.lang) : undefined,
    resolved: comment.status === 'resolved',
    // Services title a comment like the page unless its author does.
    title: comment.title === place.title ? '' : comment.title,
    text: toHtml({ rendered: comment.text_rendered, raw: comment.text_raw }, context, { headingStart: place.headingStart }),
    replies: commentViews(site, comment.replies, context, place),
  }
}

/** The number of comments in some threads, including replies. */
export const countComments = (comments: readonly CommentView[]): number =>
  comments.reduce((count, { replies }) => count + 1 + countComments(replies), 0)

/** The plain text of what {@link commentViews} shows. */
export const saidIn = (comments: readonly Comment[]): string[] =>
  comments
    .filter(isShown)
    .flatMap(({ title, text_rendered, text_raw, replies }) => [
      title,
      sourceToText({ rendered: text_rendered, raw: text_raw }),
      ...saidIn(replies),
    ])

/** The texts that {@link commentViews} renders. */
export const textsOfComments = (comments: readonly Comment[]): string[] =>
  comments.flatMap((comment) => [comment.text_rendered || comment.text_raw, ...textsOfComments(comment.replies)])
