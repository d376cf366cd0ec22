import type { RecordKey } from '../../cache/layout.ts'
import type { Site } from './site.ts'
import { type Moment, momentOf } from './time.ts'

/** The date of the copy if the last crawl could not update the record. */
export async function staleSince({ cache, words }: Site, key: RecordKey): Promise<Moment | undefined> {
  const since = await cache.staleSince(key)
  return since === undefined ? undefined : momentOf(Date.parse(since) / 1000, words.lang)
}
