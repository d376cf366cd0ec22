import { hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { privacyName, privacyNameOfItem } from '../cache/private-keys.ts'
import type { RecordKey } from '../cache/layout.ts'
import type { CacheReader } from '../cache/reader.ts'
import { IMAGE_SIZE_NAMES } from '../model/media.ts'
import { nameText } from '../model/php.ts'
import { saysPrivate } from '../model/visibility.ts'
import { fieldOf, numberIn, textIn } from './fields.ts'
import { type Hidden, isAboutHidden } from './hidden.ts'
import type { ListOf, Row } from './index/list-index.ts'
import { type ListName, WIKI_LISTS } from '../model/resources.ts'

/** What other records reference, even if the cache has no record of its own for it, with the fields of their ids. */
const ID_FIELDS = { image: 'id', video: 'videoid', document: 'documentid', user: 'userid' } as const
export type NamedKind = keyof typeof ID_FIELDS

/** The place of a reference: a record, or a list item. */
type Source = RecordKey | { list: ListName; row: Row }

/** The public kinds of records and lists. */
const KINDS = ['team-members', 'user', 'guide', 'wiki'] as const
const LISTS: readonly ListName[] = ['users', 'teams', 'comments', 'guides', ...WIKI_LISTS]
/** Records read before the event loop gets a turn. */
const CHUNK = 50
/** The number of records compared for the most detailed one. */
const MOST_MENTIONS = 5

/** Finds public pictures, videos, documents and people by id or GUID. Stores two numbers per mention; records are read again. */
export async function readNamed(
  cache: CacheReader,
  listOf: ListOf,
  { privateKeys, hidden }: { privateKeys: ReadonlySet<string>; hidden: Hidden },
) {
  const isSecret = (item: unknown): boolean =>
    saysPrivate(item) ||
    (fieldOf(item, 'guideid') !== undefined && privateKeys.has(privacyNameOfItem('guides', item) ?? '')) ||
    (fieldOf(item, 'commentid') !== undefined && isAboutHidden(item, hidden))
  const mentions = await readMentions(cache, listOf, privateKeys, isSecret)
  const read = async (source: Source) => ('kind' in source ? cache.record(source) : (await listOf(source.list))?.items([source.row])[0])
  return {
    /** The most detailed mention, by id or, except for people, by GUID. */
    find: async (kind: NamedKind, id: string): Promise<object | undefined> => {
      const numbered = /^\d{1,15}$/.test(id) ? mentions(keyOfId(kind, Number(id))) : []
      const sources = numbered.length > 0 || kind === 'user' ? numbered : mentions(keyOfGuid(id))
      let best: object | undefined
      // The first mentions are in the most detailed records.
      for (const source of sources.slice(0, MOST_MENTIONS))
        for (const { kind: found, object } of mentionsIn(await read(source), isSecret))
          if (found === kind && isCalled(object, kind, id) && Object.keys(object).length > Object.keys(best ?? {}).length) best = object
      return best
    },
    /** The ids of the teams with a user among their members. */
    teamsOf: (userid: number): number[] =>
      mentions(keyOfId('user', userid)).flatMap((source) =>
        'kind' in source && source.kind === 'team-members' ? [Number(source.id)] : [],
      ),
  }
}

/** Reads all of a cache once. */
async function readMentions(cache: CacheReader, listOf: ListOf, privateKeys: ReadonlySet<string>, isSecret: (item: unknown) => boolean) {
  const sources: Source[] = []
  const [keys, places]: [number[], number[]] = [[], []]
  const add = (source: Source, value: unknown): void => {
    const place = sources.push(source) - 1
    const seen = new Set<number>()
    for (const { kind, object } of mentionsIn(value, isSecret)) {
      const key = keyOfId(kind, numberIn(object, ID_FIELDS[kind]))
      if (seen.has(key)) continue
      seen.add(key)
      const guid = kind === 'user' ? '' : guidOf(object)
      for (const one of guid ? [key, keyOfGuid(guid)] : [key]) places[keys.push(one) - 1] = place
    }
  }
  let read = 0
  for (const kind of KINDS)
    for await (const key of cache.keys(kind)) {
      if (!key.lang && !privateKeys.has(privacyName(key) ?? '')) add(key, await cache.record(key))
      if (++read % CHUNK === 0) await turn()
    }
  for (const list of LISTS)
    for await (const { row, item } of (await listOf(list))?.all() ?? []) {
      if (row.isPublic) add({ list, row }, item)
      if (++read % CHUNK === 0) await turn()
    }
  return finderOf(sources, keys, places)
}

/**
 * Finds the sources of a key, in the order in which they were read. `places` are indexes of `sources`, parallel to `keys`: in arrays of
 * numbers, since a Map would take several times as much memory.
 */
function finderOf(sources: readonly Source[], keys: readonly number[], places: readonly number[]): (key: number) => Source[] {
  const order = Uint32Array.from(keys, (_, at) => at).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b)
  const sortedKeys = Float64Array.from(order, (at) => keys[at] ?? 0)
  const sortedPlaces = Uint32Array.from(order, (at) => places[at] ?? 0)
  return (key) => {
    let [low, high] = [0, sortedKeys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sortedKeys[middle] ?? 0) < key) low = middle + 1
      else high = middle
    }
    let end = low
    while (sortedKeys[end] === key) end++
    return Array.from(sortedPlaces.subarray(low, end)).flatMap((place) => sources[place] ?? [])
  }
}

const NAMED_KINDS = Object.keys(ID_FIELDS)
const keyOfId = (kind: NamedKind, id: number): number => NAMED_KINDS.length * id + NAMED_KINDS.indexOf(kind)

/** Negative, unlike that of an id, and 48 bits of a hash, which a number represents exactly. */
const keyOfGuid = (guid: string): number => -1 - hash('sha1', guid, 'buffer').readUIntBE(0, 6)

/** A picture contains its GUID; for a video it may be in its picture. */
const guidOf = (object: object): string =>
  textIn(object, 'guid') || textIn(fieldOf(object, 'image'), 'guid') || textIn(fieldOf(fieldOf(object, 'image'), 'image'), 'guid')

const isCalled = (object: object, kind: NamedKind, id: string): boolean =>
  nameText(fieldOf(object, ID_FIELDS[kind])) === id || (kind !== 'user' && guidOf(object) === id)

/** Every picture, video, document and user in an answer, without private ones. */
function* mentionsIn(value: unknown, isSecret: (item: unknown) => boolean): Generator<{ kind: NamedKind; object: object }> {
  if (Array.isArray(value)) {
    for (const item of value) yield* mentionsIn(item, isSecret)
  } else if (typeof value === 'object' && value && !isSecret(value)) {
    const kind = kindOf(value)
    if (kind) yield { kind, object: value }
    // The author of a guide.
    else if (numberIn(value, 'guideid') > 0 && numberIn(value, 'userid') > 0 && textIn(value, 'username') !== '')
      yield { kind: 'user', object: { userid: numberIn(value, 'userid'), username: textIn(value, 'username') } }
    for (const inner of Object.values(value)) if (typeof inner === 'object') yield* mentionsIn(inner, isSecret)
  }
}

function kindOf(object: object): NamedKind | undefined {
  if (numberIn(object, 'videoid') > 0 && Array.isArray(fieldOf(object, 'encodings'))) return 'video'
  if (numberIn(object, 'documentid') > 0 && textIn(object, 'download_url') !== '') return 'document'
  if (numberIn(object, 'id') > 0 && IMAGE_SIZE_NAMES.some((size) => textIn(object, size) !== '')) return 'image'
  const isPerson = numberIn(object, 'userid') > 0 && textIn(object, 'username') !== '' && fieldOf(object, 'guideid') === undefined
  return isPerson ? 'user' : undefined
}
