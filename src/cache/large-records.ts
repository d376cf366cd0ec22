import { ContentError } from '../errors.ts'
import type { RecordKey } from './layout.ts'

export interface StoredAnswer {
  key: RecordKey
  text: string
  path: string
}
/** Returns why a large stored answer must not be read; undefined if it may be. */
export type LargeRecordCheck = (answer: StoredAnswer) => Promise<string | undefined>

/** Shorter answers are always read: the most expensive known text of this length takes 150 ms, and few guides are half as long. */
export const LARGE_CHARACTERS = 250_000

interface Asked {
  check: LargeRecordCheck
  /** By path: each answer is checked once, even if several pages read it. */
  known: Map<string, Promise<string | undefined>>
}

/** Astro bundles the pages with their own copy of this module; all copies in a process share the check through this symbol. */
const PLACE = Symbol.for('benchbook:large-record-check')
const shared = globalThis as { [PLACE]?: Asked | undefined }

/** From now on, large answers are read only if `check` returns nothing; undefined removes it. */
export function setLargeRecordCheck(check: LargeRecordCheck | undefined): void {
  shared[PLACE] = check && { check, known: new Map() }
}

/** Why an answer must not be read, according to the check; undefined if it may be. */
export function refusalOf({ key, text, path }: StoredAnswer): Promise<string | undefined> {
  const asked = shared[PLACE]
  if (!asked) return Promise.resolve(undefined)
  const refusal = asked.known.get(path) ?? asked.check({ key, text, path })
  asked.known.set(path, refusal)
  return refusal
}

/** Throws a {@link ContentError} for an answer that must not be read. */
export async function checkLargeRecord(key: RecordKey, text: string, path: string): Promise<void> {
  if (text.length < LARGE_CHARACTERS) return
  const refusal = await refusalOf({ key, text, path })
  if (refusal)
    throw new ContentError(`The cached record ${path} is not read: ${refusal}.`, { code: 'ERR_RECORD_UNREADABLE', path, record: path })
}
