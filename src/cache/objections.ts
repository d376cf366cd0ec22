import { ContentError } from '../errors.ts'
import type { RecordKey } from './layout.ts'

/** Returns why a large stored answer must not be read; undefined if it may be. */
export type Objector = (answer: { kind: string; text: string }) => Promise<string | undefined>

/** Shorter answers are always read: the most expensive known text of this length takes 150 ms, and few guides are half as long. */
const LARGE_CHARACTERS = 250_000

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

/** Throws a {@link ContentError} for an answer that must not be read. */
export async function askObjector({ kind }: RecordKey, text: string, path: string): Promise<void> {
  const asked = shared[PLACE]
  if (!asked || text.length < LARGE_CHARACTERS) return
  const objecting = asked.known.get(path) ?? asked.objector({ kind, text })
  asked.known.set(path, objecting)
  const objection = await objecting
  if (objection)
    throw new ContentError(`The cached record ${path} is not read: ${objection}.`, { code: 'ERR_RECORD_UNREADABLE', path, record: path })
}
