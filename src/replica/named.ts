import { setImmediate as turn } from 'node:timers/promises'
import { privacyName, privacyNameOfItem } from '../cache/private-keys.ts'
import type { RecordKey } from '../cache/layout.ts'
import type { CacheReader } from '../cache/reader.ts'
import { IMAGE_SIZE_NAMES } from '../model/media.ts'
import { nameText } from '../model/php.ts'
import { NAMESPACES } from '../model/ref.ts'
import { saysPrivate } from '../model/visibility.ts'
import { fieldOf, numberIn, textIn } from './fields.ts'
import { hashOf } from './index/hash-index.ts'
import type { Hidden } from './hidden.ts'
import type { Lists } from './index/lists.ts'
import { NumberIndex } from './index/number-index.ts'
import type { ListName } from '../model/resources.ts'

/** What other records reference, even if the cache has no record of its own for it. */
export type NamedKind = 'image' | 'video' | 'document' | 'user'

/** The place of a reference: a record, or a list item by its index. */
type Source = RecordKey | { list: ListName; place: number }

/** The public kinds of records and lists. */
const KINDS = ['team-members', 'user', 'guide', 'wiki'] as const
const LISTS: readonly ListName[] = ['users', 'teams', 'comments', 'guides', ...NAMESPACES.map((namespace) => `wikis-${namespace}` as const)]
/** Records read before the event loop gets a turn. */
const CHUNK = 50

/** Finds public pictures, videos, documents and people by id or GUID. Stores two numbers per mention; records are read again. */
export class Named {
  readonly #cache: CacheReader
  readonly #lists: Lists
  readonly #isSecret: IsSecret
  readonly #sources: readonly Source[]
  readonly #byId: Readonly<Record<NamedKind, NumberIndex>>
  readonly #byGuid: NumberIndex

  private constructor(cache: CacheReader, lists: Lists, isSecret: IsSecret, draft: Draft) {
    this.#cache = cache
    this.#lists = lists
    this.#isSecret = isSecret
    this.#sources = draft.sources
    this.#byId = { image: draft.index('image'), video: draft.index('video'), document: draft.index('document'), user: draft.index('user') }
    this.#byGuid = draft.index('guid')
  }

  /** Reads all of a cache once. */
  static async of(
    cache: CacheReader,
    lists: Lists,
    { privateKeys, hidden }: { privateKeys: ReadonlySet<string>; hidden: Hidden },
  ): Promise<Named> {
    const isSecret: IsSecret = (item) =>
      saysPrivate(item) ||
      (fieldOf(item, 'guideid') !== undefined && privateKeys.has(privacyNameOfItem('guides', item) ?? '')) ||
      isAbout(item, hidden)
    const draft = new Draft(isSecret)
    let read = 0
    for (const kind of KINDS)
      for await (const key of cache.keys(kind)) {
        if (!key.lang && !privateKeys.has(privacyName(key) ?? '')) draft.add(key, await cache.record(key))
        if (++read % CHUNK === 0) await turn()
      }
    for (const name of LISTS) {
      const list = await lists.index(name)
      let place = 0
      for await (const item of list?.all() ?? []) {
        if (list?.number('isPublic', place) === 1) draft.add({ list: name, place }, item)
        if (++place % CHUNK === 0) await turn()
      }
    }
    return new Named(cache, lists, isSecret, draft)
  }

  /** The most detailed mention, by id or, except for people, by GUID. */
  async find(kind: NamedKind, id: string): Promise<object | undefined> {
    const numbered = /^\d{1,15}$/.test(id) ? this.#byId[kind].get(Number(id)) : []
    const places = numbered.length > 0 ? numbered : kind === 'user' ? [] : this.#byGuid.get(hashOf(id))
    let best: object | undefined
    // The first mentions are in the most detailed records.
    for (const place of places.slice(0, MOST_MENTIONS))
      for (const { kind: found, object } of mentionsIn(await this.#read(this.#sources[place]), this.#isSecret))
        if (found === kind && isCalled(object, kind, id) && Object.keys(object).length > Object.keys(best ?? {}).length) best = object
    return best
  }

  /** The ids of the teams with a user among their members. */
  teamsOf(userid: number): number[] {
    const sources = this.#byId.user.get(userid).map((place) => this.#sources[place])
    return sources.flatMap((source) => (source && 'kind' in source && source.kind === 'team-members' ? [Number(source.id)] : []))
  }

  async #read(source: Source | undefined): Promise<unknown> {
    if (!source) return undefined
    if ('kind' in source) return this.#cache.record(source)
    return (await this.#lists.index(source.list))?.items([source.place])[0]
  }
}

type IsSecret = (item: unknown) => boolean
/** The number of records compared for the most detailed one. */
const MOST_MENTIONS = 5

interface Mention {
  kind: NamedKind
  object: object
}

/** Collects the mentions of a cache. */
class Draft {
  readonly sources: Source[] = []
  readonly #isSecret: IsSecret
  readonly #rows: Record<NamedKind | 'guid', { keys: number[]; places: number[] }> = {
    image: { keys: [], places: [] },
    video: { keys: [], places: [] },
    document: { keys: [], places: [] },
    user: { keys: [], places: [] },
    guid: { keys: [], places: [] },
  }

  constructor(isSecret: IsSecret) {
    this.#isSecret = isSecret
  }

  add(source: Source, value: unknown): void {
    const place = this.sources.push(source) - 1
    const seen = new Set<string>()
    for (const { kind, object } of mentionsIn(value, this.#isSecret)) {
      const id = numberIn(object, ID_FIELDS[kind])
      if (seen.has(`${kind} ${id}`)) continue
      seen.add(`${kind} ${id}`)
      this.#put(kind, id, place)
      const guid = guidOf(object)
      if (guid && kind !== 'user') this.#put('guid', hashOf(guid), place)
    }
  }

  index(of: NamedKind | 'guid'): NumberIndex {
    return new NumberIndex(this.#rows[of].keys, this.#rows[of].places)
  }

  #put(of: NamedKind | 'guid', key: number, place: number): void {
    this.#rows[of].keys.push(key)
    this.#rows[of].places.push(place)
  }
}

const ID_FIELDS = { image: 'id', video: 'videoid', document: 'documentid', user: 'userid' } as const

/** A picture contains its GUID; for a video it may be in its picture. */
const guidOf = (object: object): string =>
  textIn(object, 'guid') || textIn(fieldOf(object, 'image'), 'guid') || textIn(fieldOf(fieldOf(object, 'image'), 'image'), 'guid')

const isCalled = (object: object, kind: NamedKind, id: string): boolean =>
  nameText(fieldOf(object, ID_FIELDS[kind])) === id || (kind !== 'user' && guidOf(object) === id)

/** Every picture, video, document and user in an answer, without private ones. */
function* mentionsIn(value: unknown, isSecret: IsSecret): Generator<Mention> {
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

function isAbout(item: unknown, hidden: Partial<Record<string, ReadonlySet<number>>>): boolean {
  return fieldOf(item, 'commentid') !== undefined && (hidden[textIn(item, 'context')]?.has(numberIn(item, 'contextid')) ?? false)
}
