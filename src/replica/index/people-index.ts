import type { CacheReader } from '../../cache/reader.ts'
import { numberIn, textIn } from '../fields.ts'
import type { ListOf, Row } from './list-index.ts'

/** A user by the names that a search matches; never by an e-mail address. */
export interface Person {
  userid: number
  username: string
  uniqueUsername: string
  /** In the list of users, if there is one. */
  row?: Row
}

export interface People {
  /** False if neither the list nor a profile was crawled. */
  isCrawled: boolean
  persons: readonly Person[]
  /** The users themselves, unmodified. */
  items: (persons: readonly Person[]) => Promise<unknown[]>
}

/** The users of a cache: those of the list or, since crawls omit that one, those whose profile was crawled, sorted by id. */
export async function readPeople(cache: CacheReader, listOf: ListOf): Promise<People> {
  const list = await listOf('users')
  const persons: Person[] = []
  if (list) for await (const { row, item } of list.all()) persons.push({ ...personOf(item), row })
  else for await (const key of cache.keys('user')) persons.push(personOf(await cache.record(key)))
  if (!list) persons.sort((a, b) => a.userid - b.userid)
  const profiles = (some: readonly Person[]) => Array.fromAsync(some, ({ userid }) => cache.record({ kind: 'user', id: String(userid) }))
  return {
    isCrawled: list !== undefined || persons.length > 0,
    persons,
    items: async (some) => (list ? list.items(some.flatMap(({ row }) => row ?? [])) : profiles(some)),
  }
}

const personOf = (user: unknown): Person => ({
  userid: numberIn(user, 'userid'),
  username: textIn(user, 'username'),
  uniqueUsername: textIn(user, 'unique_username'),
})
