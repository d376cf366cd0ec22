import { z } from 'zod'
import { enveloped } from './envelope.ts'
import { lenient, ODD } from './lenient.ts'
import { imageSchema } from './media.ts'
import { bareText, id, int, list, maybe, text, texts, timestamp, wholeList } from './php.ts'
import { isNo } from './visibility.ts'

/** User, section 2.10. A default avatar has `image.id` -32. */
const fields = {
  username: text,
  unique_username: text,
  join_date: timestamp,
  image: maybe(imageSchema),
  reputation: int,
  url: text,
  teams: list(int),
  privileges: texts,
  about_raw: text,
  about_rendered: text,
}
export const userSchema = z.looseObject({ userid: id, ...fields })
export type User = z.infer<typeof userSchema>

/** Someone as another record names them: `userid` is 0, and `username` '', where it does not say. A bare number is an id, a bare text a name. */
export const person = maybe(
  z.union([
    z.number().transform((userid) => personSchema.parse({ userid })),
    bareText.transform((name) => personSchema.parse(/^\d+$/.test(name) ? { userid: name } : { username: name })),
    z.lazy(() => personSchema),
  ]),
)
const personSchema = z.looseObject({ userid: int, ...fields })
export type Person = z.infer<typeof personSchema>

/** The members of a team: a list of users, or an object that has one (api-facts, Forms). */
export const membersSchema = enveloped(wholeList(userSchema))

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

/** In a list of all badges, those that are not earned stand beside those that are (api-facts, Forms). */
const awardSchema = z
  .looseObject({
    earned: lenient((earned) => (typeof earned === 'object' && earned ? ODD : earned !== null && !isNo(earned)), true, z.boolean()),
    badge: badgeSchema,
  })
  .transform(({ earned, badge }) => (earned ? badge : null))

/** The badges that a user has earned, from each form of the answer. */
export const badgesSchema = enveloped(wholeList(z.union([awardSchema, badgeSchema.refine((badge) => !('badge' in badge))]))).transform(
  (badges) => badges.filter((badge) => badge !== null),
)

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
