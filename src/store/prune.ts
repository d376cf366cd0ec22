import { DEAD_AFTER_MS } from '../cache/answers/queued-answers.ts'
import { CacheError } from '../errors.ts'
import type { StoreClient } from './client.ts'
import { readListing } from './listing.ts'
import { readHeld } from './manifest.ts'
import { keyOf, KINDS } from './objects.ts'
import { objectsBelow, removeObjects, type StoredObject } from './objects-below.ts'
import { storeChanged } from './refusals.ts'
import { answersByAge } from './stored-answers.ts'

export interface Pruned {
  objects: number
  removed: number
  bytes: number
  /** Named by nobody, and too young to be removed. */
  young: number
}

/** Removes what no manifest names and is older than `graceMs`: what is younger may be of a push under way. Answers of a shared crawl go when all of them are. */
export async function pruneStore(store: StoreClient, graceMs: number): Promise<Pruned> {
  const held = await readHeld(store)
  if (!held) throw nothingPushed(store.address.url)
  const { files } = await readListing(store, held.manifest.segments)
  const named = new Set([...files.values()].flatMap(({ sha256, pack }) => (pack ? [] : keyOf('objects', sha256))))
  for (const { index, pack } of held.manifest.segments) {
    named.add(keyOf('indexes', index))
    if (pack) named.add(keyOf('packs', pack))
  }
  const all: StoredObject[] = []
  for (const kind of KINDS) for await (const object of objectsBelow(store, `${kind}/`)) all.push(object)
  const unnamed = all.filter(({ key }) => !named.has(key))
  const answers = await answersByAge(store, Math.max(graceMs, DEAD_AFTER_MS))
  const old = [...unnamed.filter(({ age }) => age >= graceMs), ...answers.dead]
  if ((await readHeld(store))?.manifest.generation !== held.manifest.generation) throw storeChanged(store.address.url)
  await removeObjects(store, old)
  const objects = all.length + answers.dead.length + answers.live.length
  return {
    objects,
    removed: old.length,
    bytes: old.reduce((sum, { size }) => sum + size, 0),
    young: unnamed.length + answers.dead.length + answers.live.length - old.length,
  }
}

/** The sentence for a store without a manifest. */
export const nothingPushed = (url: string): CacheError =>
  new CacheError(`Nothing was pushed to ${url}. Push a finished crawl there first, or name another address with \`store\`.`, {
    code: 'ERR_STORE_EMPTY',
    option: 'store',
    url,
  })
