import { join } from 'node:path'
import { type RecordKey, recordPath } from './layout.ts'
import { readLines } from '../disk/lines.ts'

/** One line per record that is older than the crawl: its key, and the last crawl with a good copy. */
export const STALE_PATH = 'stale.ndjson'

export interface StaleRecord extends RecordKey {
  /** ISO 8601. */
  since: string
}

/** Since when records of a finished crawl are stale, by their paths. Usually few. */
export async function readStale(folder: string): Promise<Map<string, string>> {
  const stale = new Map<string, string>()
  for await (const { text } of readLines(join(folder, STALE_PATH))) {
    const { since, ...key } = JSON.parse(text) as StaleRecord
    stale.set(recordPath(key), since)
  }
  return stale
}
