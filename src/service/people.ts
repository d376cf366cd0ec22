import { listOf, numberIn } from './entry.ts'
import { listing, pageOf } from './listing.ts'
import { type Handler, invalid, missing, stored } from './reply.ts'

/** The service pages through its users no further than this (api-facts, Lists). */
const MAX_USERS_OFFSET = 1000

/** `GET /users`, section 4.5. */
export const users: Handler = async (ask) =>
  ask.query.offset > MAX_USERS_OFFSET ? invalid('offset', `must not be over ${MAX_USERS_OFFSET}.`) : listing('users')(ask)

/** `GET /users/{userid}`, section 4.5. */
export const user: Handler = async ({ cache, params }) =>
  stored(await cache.recordText({ kind: 'user', id: params.userid ?? '' }), `User ${params.userid}`)

/** `GET /users/{userid}/badges`, section 4.5. */
export const badgesOfUser: Handler = async ({ cache, params }) =>
  stored(await cache.recordText({ kind: 'user-badges', id: params.userid ?? '' }), `The list of badges of user ${params.userid}`)

/** `GET /users/search/{search}`, section 4.5: a number is a userid; names come unique ones first, then exact, then partial matches. */
export const usersByName: Handler = async (ask) => {
  const entries = await ask.lists.entries('users')
  if (!entries) return missing('The list "users"')
  const wanted = ask.params.search?.toLowerCase() ?? ''
  if (/^\d+$/.test(wanted))
    return pageOf(
      'users',
      entries.filter(({ id }) => id === Number(wanted)),
      ask,
    )
  const ranked = entries.map((entry) => ({ entry, rank: nameRank(entry.alias.toLowerCase(), entry.title.toLowerCase(), wanted) }))
  const found = ranked.filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank)
  return pageOf(
    'users',
    found.map(({ entry }) => entry),
    ask,
  )
}

function nameRank(unique: string, name: string, wanted: string): number {
  if (unique === wanted) return 4
  if (name === wanted) return 3
  if (unique.includes(wanted)) return 2
  return name.includes(wanted) ? 1 : 0
}

/** `GET /teams`, section 4.3. */
export const teams = listing('teams')

/** `GET /teams/{teamid}`, section 4.3: its members, ordered by userid where that is asked for. */
export const membersOfTeam: Handler = async ({ cache, params, query }) => {
  const text = await cache.recordText({ kind: 'team-members', id: params.teamid ?? '' })
  if (text === undefined || !query.order) return stored(text, `Team ${params.teamid}`)
  const sign = query.order === 'ASC' ? 1 : -1
  const members = listOf({ members: JSON.parse(text) as unknown }, 'members')
  return { json: JSON.stringify(members.sort((a, b) => sign * (numberIn(a, 'userid') - numberIn(b, 'userid')))) }
}
