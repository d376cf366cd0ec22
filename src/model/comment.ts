import { z } from 'zod'
import { id, int, list, text, timestamp } from './php.ts'
import { type Person, person } from './user.ts'

/** Comment, section 2.11. `status` is `public` or `resolved`; `modified_date` is 0 if it was never edited. */
export interface Comment {
  commentid: number
  locale: string
  context: string
  contextid: number
  parentid: number
  author: Person | null
  title: string
  text_raw: string
  text_rendered: string
  rating: number
  date: number
  modified_date: number
  status: string
  replies: Comment[]
}

export const commentSchema: z.ZodType<Comment> = z.looseObject({
  commentid: id,
  locale: text,
  context: text,
  contextid: int,
  parentid: int,
  author: person,
  title: text,
  text_raw: text,
  text_rendered: text,
  rating: int,
  date: timestamp,
  modified_date: timestamp,
  status: text,
  get replies() {
    return list(commentSchema)
  },
})
