import { join } from 'node:path'
import { readLines } from '../disk/lines.ts'
import { LineLog, readJsonLines } from './json-lines.ts'
import { CHECKED_PATH, type RecordKey, recordPath, STALE_PATH } from './layout.ts'

/** When something was last requested, in seconds, and the reason if it was missing. `name` is kind and id. */
export interface Checked {
  name: string
  at: number
  missing?: 'gone' | 'private'
  /** It is private and was left out, although the service returned or named it. */
  isWithheld?: true
  /** The number of consecutive refusals by the service. */
  refusals?: number
  /** The validator of the stored answer: its ETag, or its last modification date. */
  validator?: string
}

/** The log of requests, written by a crawl for the next one. */
export const checkedLog = (folder: string): LineLog<Checked> => new LineLog(folder, CHECKED_PATH)

/** The log of the last finished crawl; empty in older versions. Records with damaged lines are requested again. */
export async function* readChecked(folder: string): AsyncGenerator<Checked> {
  for await (const { item } of readJsonLines(join(folder, CHECKED_PATH), CHECKED_PATH)) {
    const line = item as Partial<Checked> | null
    if (typeof line?.name === 'string' && typeof line.at === 'number') yield line as Checked
  }
}

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
