import type { CacheReader } from '../../cache/reader.ts'
import { numberIn, textIn } from '../fields.ts'
import type { ListIndex } from './list-index.ts'
import type { Lists } from './lists.ts'

/** A user by the names that a search matches; never by an e-mail address. */
export interface Person {
  userid: number
  username: string
  uniqueUsername: string
  /** The index in the list of users, if there is one. */
  place: number
}

/** The users of a cache, sorted by id: those of the list or, since crawls omit that one, those whose profile was crawled. */
export class People {
  readonly persons: readonly Person[]
  readonly #cache: CacheReader
  readonly #list: ListIndex | undefined

  private constructor(persons: readonly Person[], cache: CacheReader, list: ListIndex | undefined) {
    this.persons = persons
    this.#cache = cache
    this.#list = list
  }

  static async of(cache: CacheReader, lists: Lists): Promise<People> {
    const list = await lists.index('users')
    const persons: Person[] = []
    if (list) for await (const item of list.all()) persons.push(personOf(item, persons.length))
    else for await (const key of cache.keys('user')) persons.push(personOf(await cache.record(key), 0))
    return new People(list ? persons : persons.sort((a, b) => a.userid - b.userid), cache, list)
  }

  /** False if neither the list nor a profile was crawled. */
  get isCrawled(): boolean {
    return this.#list !== undefined || this.persons.length > 0
  }

  /** The users themselves, unmodified. */
  async items(persons: readonly Person[]): Promise<unknown[]> {
    if (this.#list) return this.#list.items(persons.map(({ place }) => place))
    const users: unknown[] = []
    for (const { userid } of persons) users.push(await this.#cache.record({ kind: 'user', id: String(userid) }))
    return users
  }
}

function personOf(user: unknown, place: number): Person {
  return { userid: numberIn(user, 'userid'), username: textIn(user, 'username'), uniqueUsername: textIn(user, 'unique_username'), place }
}
