import { randomUUID } from 'node:crypto'
import { keptFiles, LAST_FILE, markOf } from '../cache/kept-files.ts'
import { refuseLinks } from '../cache/links.ts'
import { lockCache } from '../cache/lock/lock.ts'
import { readFinished } from '../cache/manifest.ts'
import { eachOf } from '../disk/each-of.ts'
import type { StoreClient } from './client.ts'
import { honoursConditions } from './conditional.ts'
import { type Entry, packIndex, readListing } from './listing.ts'
import { type Held, readHeld, type Segment, writeManifest } from './manifest.ts'
import { isSent, putBytes, putFile } from './objects.ts'
import { storeChanged } from './refusals.ts'
import { type NewSegment, segmentsOf } from './segments.ts'
import { isAs, readBase, writeBase } from './working-copy.ts'

export interface PushOptions {
  folder: string
  product: string
  /** Sends everything again, and replaces the store's content. */
  replace: boolean
  onNote: (sentence: string) => void
}

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

const AT_ONCE = 8
/** With more segments, or if more than half of their lines are superseded, all small files are repacked. */
const MAX_SEGMENTS = 32
const SLACK_LINES = 1000

/** Updates a store to the content of a folder. Until the manifest, the last object, is written, readers see the previous state. */
export async function pushCache(store: StoreClient, { folder, product, replace, onNote }: PushOptions): Promise<Pushed> {
  refuseLinks(folder)
  const lock = await lockCache(folder, onNote)
  try {
    await readFinished(folder)
    const held = await readHeld(store)
    const { url } = store.address
    const base = readBase(folder, url)
    const { files, lines } =
      held && !replace ? await readListing(store, held.manifest.segments) : { files: new Map<string, Entry>(), lines: 0 }
    if (held && !replace && held.manifest.generation !== base?.generation && files.get(LAST_FILE)?.sha256 !== markOf(folder))
      throw storeChanged(url)
    const paths = await keptFiles(folder, onNote)
    const changed = paths.filter((path) => !isSame(folder, path, files.get(path)))
    const there = new Set(paths)
    const gone = [...files.keys()].filter((path) => !there.has(path))
    if (held && changed.length + gone.length === 0) {
      writeBase(folder, url, held.manifest.generation)
      return { files: paths.length, changed: 0, gone: 0, objects: 0, generation: held.manifest.generation }
    }
    const former = replace ? [] : (held?.manifest.segments ?? [])
    const anew = former.length >= MAX_SEGMENTS || lines + changed.length > 2 * paths.length + SLACK_LINES
    const known = new Set([...files.values()].flatMap(({ sha256, offset }) => (offset === undefined ? sha256 : [])))
    const conditions = await conditionsFor(store, held)
    const { segments, objects } = await send(
      store,
      anew ? segmentsOf(folder, paths, []) : segmentsOf(folder, changed, gone),
      known,
      replace,
    )
    const generation = randomUUID()
    const manifest = { product, generation, pushedAt: new Date().toISOString(), segments: [...(anew ? [] : former), ...segments] }
    await finish(store, manifest, held, conditions)
    writeBase(folder, url, generation)
    return { files: paths.length, changed: changed.length, gone: gone.length, objects: objects + 1, generation }
  } finally {
    await lock.release()
  }
}

const isSame = (folder: string, path: string, entry: Entry | undefined): boolean => entry !== undefined && isAs(folder, path, entry)

/** Conditions on the PUT of the manifest, if the store honours any. */
async function conditionsFor(store: StoreClient, held: Held | undefined): Promise<Record<string, string>> {
  if (!(await honoursConditions(store))) return {}
  return held ? { 'If-Match': held.etag } : { 'If-None-Match': '*' }
}

async function send(
  store: StoreClient,
  newSegments: Iterable<NewSegment>,
  known: Set<string>,
  replace: boolean,
): Promise<{ segments: Segment[]; objects: number }> {
  const segments: Segment[] = []
  let objects = 0
  for (const { lines, pack, files } of newSegments) {
    const unknown = [...files].filter(([sha256]) => !known.has(sha256))
    await eachOf(unknown, AT_ONCE, async ([sha256, path]) => {
      if (!replace && (await isSent(store, sha256))) return
      await putFile(store, path, sha256)
      objects++
    })
    for (const sha256 of files.keys()) known.add(sha256)
    const packed = pack && (await putBytes(store, 'packs', pack))
    segments.push({ index: await putBytes(store, 'indexes', packIndex(lines)), ...(packed && { pack: packed }) })
    objects += packed ? 2 : 1
  }
  return { segments, objects }
}

/** Writes the manifest if the store still has the one that this push started from. */
async function finish(
  store: StoreClient,
  manifest: Parameters<typeof writeManifest>[1],
  held: Held | undefined,
  conditions: Record<string, string>,
): Promise<void> {
  const before = held?.manifest.generation
  if ((await readHeld(store))?.manifest.generation !== before) throw storeChanged(store.address.url)
  if (!(await writeManifest(store, manifest, conditions))) throw storeChanged(store.address.url)
  // Without conditions, another push may have overwritten this one: the last one stays, and the other reports the conflict.
  const now = (await readHeld(store))?.manifest.generation
  if (now !== manifest.generation && now !== before) throw storeChanged(store.address.url)
}
