import { z } from 'zod'
import { id, int, list, text, timestamp } from './php.ts'
import { person } from './user.ts'

const fields = {
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
}

/** Comment, section 2.11. `status` is `public` or `resolved`; `modified_date` is 0 if it was never edited. */
export type Comment = { [Field in keyof typeof fields]: z.output<(typeof fields)[Field]> } & { replies: Comment[] }

export const commentSchema: z.ZodType<Comment> = z.looseObject({
  ...fields,
  get replies() {
    return list(commentSchema)
  },
})
