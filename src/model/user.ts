import { z } from 'zod'
import { imageSchema } from './media.ts'
import { id, int, list, maybe, text, timestamp } from './php.ts'

/** User, section 2.10. A default avatar has `image.id` -32. */
export const userSchema = z.looseObject({
  userid: id,
  username: text,
  unique_username: text,
  join_date: timestamp,
  image: maybe(imageSchema),
  reputation: int,
  url: text,
  teams: list(int),
  privileges: list(text),
  about_raw: text,
  about_rendered: text,
})
export type User = z.infer<typeof userSchema>

/** A badge that a user earned; the specification does not show its fields, so all are optional. */
export const badgeSchema = z.looseObject({
  badgeid: int,
  name: text,
  title: text,
  description: text,
  type: text,
  count: int,
  image: maybe(imageSchema),
})

/** Team, section 2.9. */
export const teamSchema = z.looseObject({
  teamid: id,
  name: text,
  description: text,
  image: maybe(imageSchema),
  latitude: text,
  longitude: text,
  member_count: int,
  owner: int,
  reputation: int,
})
export type Team = z.infer<typeof teamSchema>
