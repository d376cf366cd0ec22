import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { isKeptPath, isMediaPath, keptFiles, LAST_FILE, markOf } from '../cache/kept-files.ts'
import { refuseLinks } from '../cache/refused-folder.ts'
import { lockCache } from '../cache/lock/lock.ts'
import { readFinished } from '../cache/manifest.ts'
import { honoursConditions, storeChanged, type StoreClient } from './client.ts'
import { readListing } from './listing.ts'
import { readHeld, writeManifest } from './manifest.ts'
import { goneFrom, sendChanges } from './send.ts'
import { isAs, readBase, writeBase } from './working-copy.ts'

/** The result of a push. */
export interface Pushed {
  /** Files of the cache. */
  files: number
  /** Those that the store lacked. */
  changed: number
  /** Files that the store had, and the cache has no more. */
  gone: number
  /** Objects sent, including indexes and the manifest. */
  objects: number
  /** The name of this push; each has its own. */
  generation: string
}

/**
 * Updates a store to the content of a folder. Until the manifest, the last object, is written, readers see the previous state. `replace`
 * sends everything again, and replaces the store's content.
 */
export async function pushCache(
  store: StoreClient,
  { folder, product, replace, onNote }: { folder: string; product: string; replace: boolean; onNote: (sentence: string) => void },
): Promise<Pushed> {
  refuseLinks(folder)
  const lock = await lockCache(folder, onNote)
  try {
    await readFinished(folder)
    const held = await readHeld(store)
    const { url } = store.address
    const base = readBase(folder, url)
    const had = await readListing(store, replace ? undefined : held, isKeptPath)
    if (held && !replace && held.manifest.generation !== base?.generation && had.files.get(LAST_FILE)?.sha256 !== markOf(folder))
      throw storeChanged(url)
    const paths = await keptFiles(folder, onNote)
    const all = paths.map((path) => ({ path, place: join(folder, path), isMedium: isMediaPath(path) }))
    const changed = all.filter(({ path }) => {
      const entry = had.files.get(path)
      return !entry || !isAs(folder, path, entry)
    })
    const gone = goneFrom(had, all)
    if (held && changed.length + gone.length === 0) {
      writeBase(folder, url, held.manifest.generation)
      return { files: paths.length, changed: 0, gone: 0, objects: 0, generation: held.manifest.generation }
    }
    const conditions = !(await honoursConditions(store)) ? {} : held ? { 'If-Match': held.etag } : { 'If-None-Match': '*' }
    const { listing, objects } = await sendChanges(store, had, { all, changed, gone }, { replace })
    const generation = randomUUID()
    const before = held?.manifest.generation
    if ((await readHeld(store))?.manifest.generation !== before) throw storeChanged(url)
    const manifest = { product, generation, pushedAt: new Date().toISOString(), segments: listing.segments }
    if (!(await writeManifest(store, manifest, conditions))) throw storeChanged(url)
    // Without conditions, another push may have overwritten this one: the last one stays, and the other reports the conflict.
    const now = (await readHeld(store))?.manifest.generation
    if (now !== generation && now !== before) throw storeChanged(url)
    writeBase(folder, url, generation)
    return { files: paths.length, changed: changed.length, gone: gone.length, objects: objects + 1, generation }
  } finally {
    await lock.release()
  }
}
