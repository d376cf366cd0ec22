import type { RecordKey } from '../../cache/layout.ts'
import { privacyName } from '../../cache/private-keys.ts'
import type { CacheReader } from '../../cache/reader.ts'
import type { ListName } from '../../model/resources.ts'
import { refusedName } from '../hidden.ts'
import type { Query } from '../http/query.ts'
import type { ListIndex, Row } from '../index/list-index.ts'
import { type Ask, type Handler, missing, PRIVATE, type Refusal, type Reply } from '../reply.ts'

/** Services use two codes for Japanese (api-facts, Errors, languages, limits). */
const OTHER_NAMES = new Map(Object.entries({ jp: 'ja', ja: 'jp' }))

/** A stored answer in the requested language; otherwise in the source language with 200, as the service does. */
export const translated = (cache: CacheReader, key: RecordKey, langid: string): Buffer | undefined =>
  translation(cache, key, langid) ?? cache.recordBytes(key)

/** A stored translation; undefined for the source language, and if there is none. */
function translation(cache: CacheReader, key: RecordKey, langid: string): Buffer | undefined {
  for (const lang of [langid, OTHER_NAMES.get(langid)]) {
    const bytes = lang && lang !== cache.manifest.lang ? cache.recordBytes({ ...key, lang }) : undefined
    if (bytes) return bytes
  }
  return undefined
}

/** {@link translated} and {@link translation}, parsed. */
export const parsed = (...asked: Parameters<typeof translated>): unknown => parse(translated(...asked))
export const parsedTranslation = (...asked: Parameters<typeof translation>): unknown => parse(translation(...asked))
const parse = (bytes: Buffer | undefined): unknown => bytes && JSON.parse(bytes.toString('utf8'))

/** The record of a kind that exists in one language only, or the refusal. */
export async function recordOf(ask: Ask, key: RecordKey, what: string): Promise<Reply> {
  const text = await ask.cache.recordText(key)
  return text === undefined ? refusalOf(ask, key, missing(what)) : { json: text }
}

/** 403 for what the service did not let the crawl read; otherwise the usual refusal for what the cache lacks. */
export async function refusalOf({ known }: Pick<Ask, 'known'>, key: RecordKey, otherwise: Refusal): Promise<Refusal> {
  if (!(await known.refused()).has(refusedName(key))) return otherwise
  return key.kind === 'guide' ? PRIVATE : NOT_READABLE
}

export const NOT_READABLE: Refusal = { status: 403, message: 'The service did not let the crawl read this.' }

/** Filters and sorts the rows of a list. */
type Select = (rows: readonly Row[], ask: Ask) => readonly Row[] | Promise<readonly Row[]>

/** Answers with one page of a list: those of the rows that the client may see that `select` returns, in the requested order. */
export function listing(name: ListName, select: Select = (rows) => rows): Handler {
  return async (ask): Promise<Reply> => {
    const list = await ask.known.list(name)
    if (!list) return missing(`The list "${name}"`)
    return pageOf(list, await select(ask.isAdmin && ask.query.includePrivate ? list.rows : list.publicRows, ask), ask)
  }
}

/** The page given by `offset` and `limit`, with unmodified items. */
export const pageOf = (list: ListIndex, rows: readonly Row[], { query: { offset, limit, order } }: Ask): Reply => ({
  json: list.bytes(inOrder(rows, order, ({ id }) => id).slice(offset, offset + limit)),
})

/** Items in the requested order of their ids. Without `order`, the service's own order stays. */
export function inOrder<T>(items: readonly T[], order: Query['order'], idOf: (item: T) => number): readonly T[] {
  const sign = order === 'ASC' ? 1 : -1
  return order ? items.toSorted((a, b) => sign * (idOf(a) - idOf(b))) : items
}

/** True for a record that the client may not see. */
export const isSecret = ({ privateKeys }: Pick<Ask, 'privateKeys'>, kind: 'guide' | 'wiki' | 'user', id: string): boolean =>
  privateKeys.has(privacyName({ kind, id }))
