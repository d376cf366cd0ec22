import { ContentError } from '../../errors.ts'
import type { z } from 'zod'
import type { RecordKey } from '../../cache/layout.ts'
import { unreadableRecord } from '../../cache/parse-stored.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { parseOnce } from '../../model/parse.ts'
import { isNamespace, type Namespace } from '../../model/ref.ts'
import { type Wiki, wikiSchema } from '../../model/wiki.ts'
import { attempt } from './unreadable.ts'

/** A stored answer, parsed and validated; undefined if there is none. Throws a ContentError with the file and the field. */
export async function readRecord<S extends z.ZodType>(cache: Pick<CacheReader, 'record'>, key: RecordKey, schema: S) {
  const answer = await cache.record(key)
  if (answer === undefined) return undefined
  const parsed = parseOnce(schema, answer)
  if (parsed.ok) return parsed.value
  throw unreadableRecord(key, parsed)
}

/** {@link readRecord} for optional content: an unreadable answer is reported (see unreadable.ts) and treated as missing. */
export const readIfReadable = async <S extends z.ZodType>(cache: Pick<CacheReader, 'record'>, key: RecordKey, schema: S) =>
  (await attempt(key, () => readRecord(cache, key, schema))).value

/** A wiki with the namespace that it is stored under, which its answer may omit. */
export type StoredWiki = Wiki & { namespace: Namespace }

/** {@link readRecord} for a wiki. */
export async function readStoredWiki(cache: Pick<CacheReader, 'record'>, key: RecordKey): Promise<StoredWiki | undefined> {
  const wiki = await readRecord(cache, key, wikiSchema)
  const namespace = key.id.slice(0, Math.max(0, key.id.indexOf('/')))
  return wiki && isNamespace(namespace) ? { ...wiki, namespace } : undefined
}

/** The error of a page whose record is missing; `what` begins its sentence. */
export const notCached = (what: string, record: string): ContentError =>
  new ContentError(`${what} is not in the cache. Crawl again.`, { code: 'ERR_RECORD_MISSING', record })
