import type { CacheReader } from '../../cache/reader.ts'
import { fieldOf, listOf, numberIn } from '../fields.ts'
import { namedRecord } from './media-records.ts'
import type { Row } from '../index/list-index.ts'
import type { Person } from '../known.ts'
import { inOrder, isSecret, listing, recordOf } from './records.ts'
import { asDerived, type Ask, type Handler, invalid, missing, notCrawled } from '../reply.ts'

/** The service limits the offset in its list of users to this (api-facts, Lists). */
const MAX_USERS_OFFSET = 1000

/** `GET /users`, section 4.5. */
export const users: Handler = async (ask) =>
  ask.query.offset > MAX_USERS_OFFSET ? invalid('offset', `must not be over ${MAX_USERS_OFFSET}.`) : allUsers(ask)

const allUsers = ifCrawled(async (ask) => {
  const persons = inOrder(await readablePersons(ask), ask.query.order, ({ userid }) => userid)
  const page = { json: JSON.stringify(await pageOf(persons, ask)) }
  return ask.cache.hasList('users') ? page : asDerived(page)
})

/** `GET /users/{userid}`, section 4.5: the profile, otherwise the item in the list of users, otherwise what other records say. */
export const user: Handler = async (ask) => {
  const id = ask.params.userid ?? ''
  if (isSecret(ask, 'user', id)) return missing(`User ${id}`)
  const profile = await recordOf(ask, { kind: 'user', id }, `User ${id}`)
  if ('json' in profile || profile.status === 403) return profile
  const list = await ask.known.list('users')
  const row = list?.rowOf(Number(id))
  if (list && row) return { json: list.item(row), madeOf: 'mentions' }
  return (await namedRecord(ask, 'user', id)) ?? profile
}

/** `GET /users/{userid}/badges`, section 4.5. */
export const badgesOfUser: Handler = async (ask) => {
  const id = ask.params.userid ?? ''
  return isSecret(ask, 'user', id) ? missing(`User ${id}`) : recordOf(ask, { kind: 'user-badges', id }, `The list of badges of user ${id}`)
}

/** `GET /users/search/{search}`, section 4.5: by userid, or unique names first, then exact matches, then partial ones. */
export const usersByName = ifCrawled(async (ask) => ({ json: JSON.stringify(await pageOf(await personsNamed(ask), ask)) }))

/** `GET /users/searchnames/{search}`, section 4.5: names and mini avatars, exact matches first, then partial ones by name. */
export const usernames = ifCrawled(async (ask) => {
  const found = (await personsNamed(ask)).toSorted((a, b) => (a.username.toLowerCase() < b.username.toLowerCase() ? -1 : 1))
  const wanted = wordsOf(ask)
  const isExact = ({ username, uniqueUsername }: Person) => [username, uniqueUsername].some((name) => name.toLowerCase() === wanted)
  const exactFirst = [...found.filter(isExact), ...found.filter((person) => !isExact(person))]
  const names = (await pageOf(exactFirst, ask)).map((item) => ({
    userid: fieldOf(item, 'userid'),
    username: fieldOf(item, 'username'),
    unique_username: fieldOf(item, 'unique_username') ?? null,
    image: { mini: fieldOf(fieldOf(item, 'image'), 'mini') ?? null },
  }))
  return { json: JSON.stringify(names) }
})

function ifCrawled(handler: Handler): Handler {
  return async (ask) => ((await ask.known.people()).isCrawled ? handler(ask) : notCrawled('The list "users"', 'users'))
}

const wordsOf = ({ params }: Ask): string => params.search?.trim().toLowerCase() ?? ''

const pageOf = async (persons: readonly Person[], { known, query: { offset, limit } }: Ask): Promise<unknown[]> =>
  (await known.people()).items(persons.slice(offset, offset + limit))

const readablePersons = async (ask: Ask): Promise<readonly Person[]> =>
  (await ask.known.people()).persons.filter(({ userid }) => !isSecret(ask, 'user', String(userid)))

async function personsNamed(ask: Ask): Promise<Person[]> {
  const persons = await readablePersons(ask)
  const wanted = wordsOf(ask)
  if (/^\d+$/.test(wanted)) return persons.filter(({ userid }) => userid === Number(wanted))
  const byRank = Map.groupBy(persons, (person) => nameRank(person, wanted))
  return [4, 3, 2, 1].flatMap((rank) => byRank.get(rank) ?? [])
}

function nameRank({ uniqueUsername, username }: Person, wanted: string): number {
  const [unique, name] = [uniqueUsername.toLowerCase(), username.toLowerCase()]
  if (unique === wanted) return 4
  if (name === wanted) return 3
  if (unique.includes(wanted)) return 2
  return name.includes(wanted) ? 1 : 0
}

/** `GET /teams`, section 4.3. `newMemberSince` uses the `join_date` of the crawled members. */
export const teams = listing('teams', async (rows, { cache, query: { newMemberSince } }) => {
  if (newMemberSince <= 0) return rows
  const kept = new Set<Row>()
  for (const row of rows)
    for (const member of membersIn(await cache.record({ kind: 'team-members', id: String(row.id) })))
      if (!kept.has(row) && (await joinDateOf(member, cache)) >= newMemberSince) kept.add(row)
  return [...kept]
})

/** `GET /teams/{teamid}`, section 4.3: its members, sorted by userid on request. */
export const membersOfTeam: Handler = async (ask) => {
  const { params, query } = ask
  const reply = await recordOf(ask, { kind: 'team-members', id: params.teamid ?? '' }, `Team ${params.teamid}`)
  if (!('json' in reply) || !query.order) return reply
  const answer: unknown = JSON.parse(reply.json.toString())
  const members = inOrder(membersIn(answer), query.order, (member) => numberIn(member, 'userid'))
  return { json: JSON.stringify(Array.isArray(answer) ? members : { ...(answer as object), members }) }
}

/** A team's answer is its members, or an object that contains them (api-facts, Forms). */
const membersIn = (team: unknown): unknown[] => listOf({ members: Array.isArray(team) ? team : fieldOf(team, 'members') }, 'members')

/** From the member's own answer, otherwise the profile; 0 if unknown. */
async function joinDateOf(member: unknown, cache: CacheReader): Promise<number> {
  const said = numberIn(member, 'join_date')
  return said > 0 ? said : numberIn(await cache.record({ kind: 'user', id: String(numberIn(member, 'userid')) }), 'join_date')
}
