import type { ListFile } from '../cache/list-file.ts'
import { readPrivateKeys } from '../cache/private-keys.ts'
import type { CacheReader } from '../cache/reader.ts'
import { canonicalTitle } from '../model/title.ts'
import { fieldOf, numberIn, textIn } from './fields.ts'
import { hiddenContexts, refusedNames } from './hidden.ts'
import { type ListOf, readList, type Row } from './index/list-index.ts'
import { readNamed } from './named.ts'
import { readSearchIndex } from './index/search-index.ts'
import type { ListName } from '../model/resources.ts'

/** Indexes of a cache: each is built at the first request that needs it, and consists of numbers and names. */
export type CacheIndexes = ReturnType<typeof knownOf>

/** The {@link CacheIndexes} of a cache, whose lists stay open until `close`. */
export function knownOf(cache: CacheReader) {
  const open = new Set<ListFile>()
  /** What only the holder of the token may read, by the names of private-keys.ts. */
  const privateKeys: () => Promise<ReadonlySet<string>> = once(() => readPrivateKeys(cache))
  /** What the service refused to the crawl, by `refusedName`. */
  const refused: () => Promise<ReadonlySet<string>> = once(() => refusedNames(cache))
  const list: ListOf = once(async (name: ListName) => {
    const file = await cache.openList(name)
    if (file) open.add(file)
    return file && readList(name, file, await privateKeys())
  })
  const hidden = once(async () => hiddenContexts(cache, list, { privateKeys: await privateKeys(), refused: await refused() }))
  return {
    privateKeys,
    refused,
    list,
    hidden,
    stubs: once(() => stubTitles(cache)),
    people: once(() => readPeople(cache, list)),
    search: once(() => readSearchIndex(cache, list)),
    /** By GUID: the id of the image or video whose record has it. */
    guids: once((kind: 'image' | 'video') => guidsOf(cache, kind)),
    /** What other records reference. */
    named: once(async () => readNamed(cache, list, { privateKeys: await privateKeys(), hidden: await hidden() })),
    /** The dates of the latest revisions in a list of wikis, which only their records contain. */
    revisionDates: once((name: ListName) => revisionDates(cache, list, name)),
    /** By display title: the title of the wiki, if the two differ. */
    displayedTitles: once((name: ListName) => displayedTitles(list, name)),
    close: async () => void (await Promise.all(Array.from(open, (file) => file.close()))),
  }
}

/** Creates a value per key at the first call and caches it; after a failure the next call tries again. */
function once<V, K = void>(make: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const made = new Map<K, Promise<V>>()
  return (key) => {
    const known = made.get(key)
    if (known) return known
    const value = make(key)
    made.set(key, value)
    value.catch(() => made.delete(key))
    return value
  }
}

async function revisionDates(cache: CacheReader, list: ListOf, name: ListName): Promise<Map<Row, number>> {
  const dates = new Map<Row, number>()
  // Sequentially: a namespace can have 48,000 wikis, and a process may not open so many files at once.
  for await (const { row, item } of (await list(name))?.all() ?? []) {
    const wiki = await cache.record({ kind: 'wiki', id: `${name.slice('wikis-'.length)}/${textIn(item, 'title')}` })
    dates.set(row, numberIn(wiki, 'modified_date'))
  }
  return dates
}

async function displayedTitles(list: ListOf, name: ListName): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for await (const { item } of (await list(name))?.all() ?? []) {
    const [title, displayed] = [textIn(item, 'title'), canonicalTitle(textIn(item, 'display_title'))]
    if (displayed && displayed !== canonicalTitle(title) && !titles.has(displayed)) titles.set(displayed, title)
  }
  return titles
}

/** Of several records with a GUID, the one with the lowest id. */
async function guidsOf(cache: CacheReader, kind: 'image' | 'video'): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for await (const key of cache.keys(kind)) {
    const detail = key.lang ? undefined : await cache.record(key)
    // An image has its GUID in its `image`; a video may have its own.
    const guid = fieldOf(detail, 'guid') ?? fieldOf(fieldOf(detail, 'image'), 'guid')
    if (typeof guid === 'string' && guid) ids.set(guid, Math.min(Number(key.id), ids.get(guid) ?? Infinity))
  }
  return ids
}

/** Titles of the categories whose page is flagged as a stub (`CATEGORY_STUB`). Reads every cached category. */
async function stubTitles(cache: CacheReader): Promise<Set<string>> {
  const stubs = new Set<string>()
  for await (const key of cache.keys('wiki')) {
    if (key.lang || !key.id.startsWith('CATEGORY/')) continue
    const text = (await cache.recordText(key)) ?? ''
    // Few pages mention a stub at all; only those are worth parsing.
    if (text.includes('STUB') && flagsOf(JSON.parse(text)).some((flag) => flag.endsWith('_STUB')))
      stubs.add(key.id.slice('CATEGORY/'.length))
  }
  return stubs
}

/** Flag ids: keys of an object in a wiki, strings or objects in a list. */
function flagsOf(record: unknown): string[] {
  const flags = fieldOf(record, 'flags')
  if (!Array.isArray(flags)) return Object.keys(typeof flags === 'object' && flags ? flags : {})
  return flags.map((flag: unknown) => (typeof flag === 'string' ? flag : textIn(flag, 'flagid')))
}

/** A user by the names that a search matches; never by an e-mail address. */
export type Person = ReturnType<typeof personOf>

/** The users of a cache: those of the list or, since crawls omit that one, those whose profile was crawled, sorted by id. */
async function readPeople(cache: CacheReader, listOf: ListOf) {
  const list = await listOf('users')
  const persons: Person[] = []
  if (list) for await (const { row, item } of list.all()) persons.push(personOf(item, row))
  else for await (const key of cache.keys('user')) persons.push(personOf(await cache.record(key)))
  if (!list) persons.sort((a, b) => a.userid - b.userid)
  const profiles = (some: readonly Person[]) => Array.fromAsync(some, ({ userid }) => cache.record({ kind: 'user', id: String(userid) }))
  return {
    /** False if neither the list nor a profile was crawled. */
    isCrawled: list !== undefined || persons.length > 0,
    persons,
    /** The users themselves, unmodified. */
    items: async (some: readonly Person[]): Promise<unknown[]> =>
      list ? list.items(some.flatMap(({ row }) => row ?? [])) : profiles(some),
  }
}

/** `row`: in the list of users, if there is one. */
const personOf = (user: unknown, row?: Row) => ({
  row,
  userid: numberIn(user, 'userid'),
  username: textIn(user, 'username'),
  uniqueUsername: textIn(user, 'unique_username'),
})
