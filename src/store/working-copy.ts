import { join } from 'node:path'
import { z } from 'zod'
import { digestInName, markOf } from '../cache/kept-files.ts'
import { parseWhole } from '../cache/parse-stored.ts'
import { writeAtomically } from '../disk/atomic.ts'
import { readNow, sizeNow } from '../disk/read.ts'
import { sha256Of } from '../disk/sha256.ts'
import type { Entry } from './listing.ts'

/** Records which push a folder was pulled from or pushed as. Never sent. */
const BASE_PATH = 'store.json'

/** True if a file equals the store's. A media file's name contains its length and digest: it is not read. */
export function isAs(folder: string, path: string, entry: Entry): boolean {
  if (sizeNow(join(folder, path)) !== entry.size) return false
  const digest = digestInName(path)
  return digest ? entry.sha256.startsWith(digest) : sha256Of(join(folder, path)) === entry.sha256
}

const baseSchema = z.object({ store: z.string(), generation: z.string(), mark: z.string() })

/** The push that a folder is based on; undefined if it has never been synchronized with that store. */
export function readBase(folder: string, store: string): z.infer<typeof baseSchema> | undefined {
  // One truncated by a power loss counts as never synchronized.
  const base = baseSchema.safeParse(parseWhole(readNow(join(folder, BASE_PATH)) ?? '')).data
  return base?.store === store ? base : undefined
}

/** Records the push that a folder is based on. */
export function writeBase(folder: string, store: string, generation: string): void {
  const mark = markOf(folder)
  if (mark !== undefined) writeAtomically(join(folder, BASE_PATH), `${JSON.stringify({ store, generation, mark })}\n`)
}

/** True if a folder has a finished crawl that its store lacks. */
export function hasNews(folder: string, store: string): boolean {
  const mark = markOf(folder)
  return mark !== undefined && mark !== readBase(folder, store)?.mark
}
