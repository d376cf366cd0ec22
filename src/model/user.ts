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

/** A person as referenced by another record: `userid` is 0, and `username` '', if unknown. A bare number is an id, a bare text a name. */
export const person = maybe(
  z.union([
    z.number().transform((userid) => personSchema.parse({ userid })),
    bareText.transform((name) => personSchema.parse(/^\d+$/.test(name) ? { userid: name } : { username: name })),
    z.lazy(() => personSchema),
  ]),
)
const personSchema = z.looseObject({ userid: int, ...fields })

/** The members of a team: a list of users, or an object that contains one (api-facts, Forms). */
export const membersSchema = enveloped(wholeList(userSchema))

/** A badge earned by a user; the specification does not document its fields, so all are optional. */
export const badgeSchema = z.looseObject({
  badgeid: int,
  name: text,
  title: text,
  description: text,
  type: text,
  count: int,
  image: maybe(imageSchema),
})

/** A list of all badges contains both earned and unearned ones (api-facts, Forms). */
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
