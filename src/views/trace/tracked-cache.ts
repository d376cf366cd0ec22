import { mediaNumber } from '../../cache/media/media-index.ts'
import type { CacheReader } from '../../cache/reader.ts'
import type { RecordKey } from '../../cache/layout.ts'
import type { Note } from './tracked-map.ts'
import { markOfText, type Trace } from './trace.ts'

/** The part of a cache that views may query. */
export type ViewCache = Pick<
  CacheReader,
  | 'manifest'
  | 'record'
  | 'recordText'
  | 'parsed'
  | 'keys'
  | 'list'
  | 'listPositions'
  | 'listItem'
  | 'listItems'
  | 'staleSince'
  | 'media'
  | 'mediaBytes'
>

const argumentsOf = ({ kind, id, lang = '' }: RecordKey) => [kind, id, lang]

/** A cache that records queries. Media lookups are recorded separately: a guide may make hundreds. */
export function trackedCache(raw: ViewCache, note: Note, trace: Pick<Trace, 'media' | 'records'>): ViewCache {
  const cache: ViewCache = {
    manifest: new Proxy(raw.manifest, {
      get(manifest, field) {
        const value: unknown = Reflect.get(manifest, field)
        if (typeof field === 'string') note('manifest', [field], () => value)
        return value
      },
      ownKeys: () => refuse('all of the manifest'),
    }),
    async recordText(key) {
      const text = await raw.recordText(key)
      note('record', argumentsOf(key), () => (text === undefined ? 'none' : markOfText(text)))
      return text
    },
    parsed: (key, text) => raw.parsed(key, text),
    async record(key) {
      const text = await cache.recordText(key)
      if (text === undefined) return undefined
      const answer = await raw.parsed(key, text)
      trace.records.set(argumentsOf(key).join(' '), { key, answer })
      return answer
    },
    async *keys(kind) {
      const keys = await Array.fromAsync(raw.keys(kind))
      note('keys', [kind ?? ''], () => keys)
      yield* keys
    },
    async *list(name) {
      const items = await Array.fromAsync(raw.list(name))
      note('list', [name], () => items)
      yield* items
    },
    // eslint-disable-next-line require-yield
    async *listPositions() {
      refuse('places in a list')
    },
    listItem: () => refuse('an item by its place'),
    listItems: () => refuse('items by their places'),
    async staleSince(key) {
      const since = await raw.staleSince(key)
      note('stale since', argumentsOf(key), () => since)
      return since
    },
    media(url) {
      trace.media.add(mediaNumber(url))
      return raw.media(url)
    },
    async mediaBytes(media) {
      const bytes = await raw.mediaBytes(media)
      note('media bytes', [media.file], () => bytes)
      return bytes
    },
  }
  return cache
}

/** Data that changes with content outside the page is only available in {@link question}s. */
function refuse(what: string): never {
  throw new TypeError(`A page asks for ${what} in a question, whose answer can be compared.`)
}
