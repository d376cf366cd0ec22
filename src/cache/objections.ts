import { ContentError } from '../errors.ts'
import type { RecordKey } from './layout.ts'

/** Says why a large stored answer is not to be read; undefined for one that may be. */
export type Objector = (answer: { kind: string; text: string }) => Promise<string | undefined>

/** Shorter answers are read without asking: the dearest text of this length that is known takes 150 ms, and few guides are half as long. */
const LARGE_CHARACTERS = 250_000

interface Asked {
  objector: Objector
  /** By path: an answer is asked about once, however many pages read it. */
  known: Map<string, Promise<string | undefined>>
}

/** Astro bundles the pages with a copy of this module of their own: this is where all copies in a process find the same objector. */
const PLACE = Symbol.for('benchbook:objector')
const shared = globalThis as { [PLACE]?: Asked | undefined }

/** From now on large answers are read only when `objector` does not mind; undefined for without. */
export function setObjector(objector: Objector | undefined): void {
  shared[PLACE] = objector && { objector, known: new Map() }
}

/** Throws a {@link ContentError} for an answer that is not to be read. */
export async function askObjector({ kind }: RecordKey, text: string, path: string): Promise<void> {
  const asked = shared[PLACE]
  if (!asked || text.length < LARGE_CHARACTERS) return
  const objecting = asked.known.get(path) ?? asked.objector({ kind, text })
  asked.known.set(path, objecting)
  const objection = await objecting
  if (objection) throw new ContentError(`The cached record ${path} is not read: ${objection}.`, { record: path })
}
