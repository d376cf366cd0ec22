import { ContentError } from '../errors.ts'
import type { RecordKey } from './layout.ts'

/** A stored answer: its key, its JSON, and its path in the cache. */
export interface Answer {
  key: RecordKey
  text: string
  path: string
}
/** Returns why a large stored answer must not be read; undefined if it may be. */
export type Objector = (answer: Answer) => Promise<string | undefined>

/** Shorter answers are always read: the most expensive known text of this length takes 150 ms, and few guides are half as long. */
export const LARGE_CHARACTERS = 250_000

interface Asked {
  objector: Objector
  /** By path: each answer is judged once, however many pages read it. */
  known: Map<string, Promise<string | undefined>>
}

/** Astro bundles the pages with their own copy of this module; all copies in a process share the objector through this symbol. */
const PLACE = Symbol.for('benchbook:objector')
const shared = globalThis as { [PLACE]?: Asked | undefined }

/** From now on, large answers are read only if `objector` returns nothing; undefined removes it. */
export function setObjector(objector: Objector | undefined): void {
  shared[PLACE] = objector && { objector, known: new Map() }
}

/** Why an answer must not be read, as the objector says; undefined if it may be. */
export function objectionTo({ key, text, path }: Answer): Promise<string | undefined> {
  const asked = shared[PLACE]
  if (!asked) return Promise.resolve(undefined)
  const objecting = asked.known.get(path) ?? asked.objector({ key, text, path })
  asked.known.set(path, objecting)
  return objecting
}

/** Throws a {@link ContentError} for an answer that must not be read. */
export async function askObjector(key: RecordKey, text: string, path: string): Promise<void> {
  if (text.length < LARGE_CHARACTERS) return
  const objection = await objectionTo({ key, text, path })
  if (objection)
    throw new ContentError(`The cached record ${path} is not read: ${objection}.`, { code: 'ERR_RECORD_UNREADABLE', path, record: path })
}
