import type { z } from 'zod'
import type { RecordKey } from '../../cache/layout.ts'
import { unreadableRecord } from '../../cache/parse-stored.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { parse } from '../../model/parse.ts'
import { isNamespace, type Namespace } from '../../model/ref.ts'
import { type Wiki, wikiSchema } from '../../model/wiki.ts'
import { attempt } from './unreadable.ts'

/** A stored answer in its shape; undefined when there is none. Throws a ContentError that names the file and the field. */
export async function readRecord<S extends z.ZodType>(
  cache: Pick<CacheReader, 'record'>,
  key: RecordKey,
  schema: S,
): Promise<z.output<S> | undefined> {
  const answer = await cache.record(key)
  if (answer === undefined) return undefined
  const parsed = parse(schema, answer)
  if (parsed.ok) return parsed.value
  throw unreadableRecord(key, parsed)
}

/** {@link readRecord} for what a page can be without: an answer that cannot be read is told (see unreadable.ts), and counts as none. */
export const readIfReadable = async <S extends z.ZodType>(
  cache: Pick<CacheReader, 'record'>,
  key: RecordKey,
  schema: S,
): Promise<z.output<S> | undefined> => (await attempt(key, () => readRecord(cache, key, schema))).value

/** A wiki in the namespace that it is stored under: its own answer need not name it. */
export type StoredWiki = Wiki & { namespace: Namespace }

/** As {@link readRecord}. */
export async function readStoredWiki(cache: Pick<CacheReader, 'record'>, key: RecordKey): Promise<StoredWiki | undefined> {
  const wiki = await readRecord(cache, key, wikiSchema)
  const namespace = key.id.slice(0, Math.max(0, key.id.indexOf('/')))
  return wiki && isNamespace(namespace) ? { ...wiki, namespace } : undefined
}
