import { hash, randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { isMediaPath, keptFiles, LAST_FILE, markOf } from '../cache/kept-files.ts'
import { refuseLinks } from '../cache/refused-folder.ts'
import { lockCache } from '../cache/lock/lock.ts'
import { readFinished } from '../cache/manifest.ts'
import { eachOf } from '../disk/each-of.ts'
import { bytesNow, noFile } from '../disk/read.ts'
import { sha256Of } from '../disk/sha256.ts'
import { AT_ONCE, drained, storeChanged, type StoreClient } from './client.ts'
import { type Entry, type IndexLine, packIndex, readListing } from './listing.ts'
import { readHeld, type Segment, writeManifest } from './manifest.ts'
import { isSent, putBytes, putFile } from './objects.ts'
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

/** With more segments, or if more than half of their lines are superseded, all small files are repacked. */
const MAX_SEGMENTS = 32
const SLACK_LINES = 1000

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
    const { files, lines } =
      held && !replace ? await readListing(store, held.manifest.segments) : { files: new Map<string, Entry>(), lines: 0 }
    if (held && !replace && held.manifest.generation !== base?.generation && files.get(LAST_FILE)?.sha256 !== markOf(folder))
      throw storeChanged(url)
    const paths = await keptFiles(folder, onNote)
    const changed = paths.filter((path) => {
      const entry = files.get(path)
      return !entry || !isAs(folder, path, entry)
    })
    const there = new Set(paths)
    const gone = [...files.keys()].filter((path) => !there.has(path))
    if (held && changed.length + gone.length === 0) {
      writeBase(folder, url, held.manifest.generation)
      return { files: paths.length, changed: 0, gone: 0, objects: 0, generation: held.manifest.generation }
    }
    const segmentsBefore = replace ? [] : (held?.manifest.segments ?? [])
    const rewrites = segmentsBefore.length >= MAX_SEGMENTS || lines + changed.length > 2 * paths.length + SLACK_LINES
    const known = new Set([...files.values()].flatMap(({ sha256, offset }) => (offset === undefined ? sha256 : [])))
    const conditions = await conditionsFor(store, held)
    const { segments, objects } = await send(store, segmentsOf(folder, rewrites ? paths : changed, rewrites ? [] : gone), known, replace)
    const generation = randomUUID()
    const manifest = {
      product,
      generation,
      pushedAt: new Date().toISOString(),
      segments: [...(rewrites ? [] : segmentsBefore), ...segments],
    }
    await finish(store, manifest, held, conditions)
    writeBase(folder, url, generation)
    return { files: paths.length, changed: changed.length, gone: gone.length, objects: objects + 1, generation }
  } finally {
    await lock.release()
  }
}

type Held = Awaited<ReturnType<typeof readHeld>>

/** Conditions on the PUT of the manifest, if test requests show that the store honours any: some answer 501, others silently overwrite. */
async function conditionsFor(store: StoreClient, held: Held): Promise<Record<string, string>> {
  const body = new TextEncoder().encode('probe')
  const put = async (headers: Record<string, string>): Promise<number> =>
    (await store.ask('PUT', 'probe', { body, headers, taken: [400, 404, 409, 412, 501] }, drained)).status
  const first = await put({ 'If-None-Match': '*' })
  if (first !== 200 && first !== 412) return {}
  if ((await put({ 'If-None-Match': '*' })) !== 412 || (await put({ 'If-Match': '"00000000000000000000000000000000"' })) !== 412) return {}
  return held ? { 'If-Match': held.etag } : { 'If-None-Match': '*' }
}

async function send(
  store: StoreClient,
  newSegments: ReturnType<typeof segmentsOf>,
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
  held: Held,
  conditions: Record<string, string>,
): Promise<void> {
  const before = held?.manifest.generation
  if ((await readHeld(store))?.manifest.generation !== before) throw storeChanged(store.address.url)
  if (!(await writeManifest(store, manifest, conditions))) throw storeChanged(store.address.url)
  // Without conditions, another push may have overwritten this one: the last one stays, and the other reports the conflict.
  const now = (await readHeld(store))?.manifest.generation
  if (now !== manifest.generation && now !== before) throw storeChanged(store.address.url)
}

/** Larger files, and every media file, are separate objects; the rest goes into packs. */
const SMALL_BYTES = 256 * 1024
const PACK_BYTES = 8 * 1024 * 1024
const LINES = 50_000

/** Divides changed files, and the names of deleted ones, into segments, read lazily: `files` are separate objects, by their digest. */
function* segmentsOf(folder: string, changed: readonly string[], gone: readonly string[]) {
  const begin = () => ({ lines: [] as IndexLine[], files: new Map<string, string>(), pieces: [] as Buffer[], bytes: 0 })
  let begun = begin()
  const finished = () => {
    const { lines, files, pieces } = begun
    begun = begin()
    return { lines, files, pack: pieces.length > 0 ? new Uint8Array(gzipSync(Buffer.concat(pieces))) : undefined }
  }
  for (const path of gone) {
    begun.lines.push({ path, gone: true })
    if (begun.lines.length >= LINES) yield finished()
  }
  for (const path of changed) {
    const place = join(folder, path)
    const { size } = lstatSync(place)
    if (isMediaPath(path) || size > SMALL_BYTES) {
      const sha256 = sha256Of(place)
      begun.files.set(sha256, place)
      begun.lines.push({ path, sha256, size })
    } else {
      const content = bytesNow(place) ?? noFile(place)
      begun.lines.push({ path, sha256: hash('sha256', content), size: content.byteLength, offset: begun.bytes })
      begun.pieces.push(content)
      begun.bytes += content.byteLength
    }
    if (begun.bytes >= PACK_BYTES || begun.lines.length >= LINES) yield finished()
  }
  if (begun.lines.length > 0) yield finished()
}
