/** What is known about a record once the lists are read, before anything is requested. Ages are in days. */
export interface Evidence {
  /** The list compared with the previous one. `unlisted`: no list contains it, now or before. */
  listed: 'new' | 'changed' | 'same' | 'gone' | 'unlisted'
  isStored: boolean
  /** The service had no such record for us at the last request. */
  wasMissing: boolean
  /** The list has a later date than the stored answer. */
  isOutdated: boolean
  /** Something that the answer includes has changed: a prerequisite, a comment. */
  hasChangedPart: boolean
  ageDays: number
  maxAgeDays: number
  /** It is due for a check, although nothing suggests a change. */
  isDue: boolean
}

/** `forget`: it was missing, and nothing suggests that it exists now. */
export type Verdict = 'fetch' | 'keep' | 'forget'

/** Whether a record is requested again. */
export function verdictOn(record: Evidence): Verdict {
  if (record.listed === 'new' || record.listed === 'changed' || record.listed === 'gone') return 'fetch'
  if (record.hasChangedPart || record.ageDays >= record.maxAgeDays) return 'fetch'
  if (record.wasMissing) return 'forget'
  return !record.isStored || record.isOutdated || record.isDue ? 'fetch' : 'keep'
}

/** What is stored of a list item: a hash of the relevant fields, and the date (seconds) of the last change to it or its prerequisites. */
export interface Fingerprint {
  facts: number
  modifiedAt: number
}

/** Dates are floats that services occasionally round (api-facts, Guide). */
const SLACK_SECONDS = 1

/** Clocks differ, and an edit may be in progress while a list is read. */
export const OVERLAP_SECONDS = 3600

export function isSame(last: Fingerprint, now: Fingerprint): boolean {
  return last.facts === now.facts && Math.abs(last.modifiedAt - now.modifiedAt) <= SLACK_SECONDS
}

/** True if a stored answer is older than the list says. */
export function isOlder(storedAt: number, listedAt: number): boolean {
  return storedAt > 0 && storedAt + SLACK_SECONDS < listedAt
}
