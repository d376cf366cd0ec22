import type { RecordKey } from '../../cache/layout.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { refusedName } from '../hidden.ts'
import { type Ask, missing, PRIVATE, type Refusal, type Reply } from '../reply.ts'

/** Services use two codes for Japanese (api-facts, Errors, languages, limits). */
const OTHER_NAMES = new Map([
  ['jp', 'ja'],
  ['ja', 'jp'],
])

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

/** {@link translation}, parsed. */
export function parsedTranslation(cache: CacheReader, key: RecordKey, langid: string): unknown {
  const bytes = translation(cache, key, langid)
  return bytes && JSON.parse(bytes.toString('utf8'))
}

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
