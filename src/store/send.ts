import { hash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { eachOf } from '../disk/each-of.ts'
import { bytesNow, noFile } from '../disk/read.ts'
import { sha256Of } from '../disk/sha256.ts'
import { MEDIA_AT_ONCE, type StoreClient } from './client.ts'
import { type IndexLine, type Listing, packIndex, takeLine } from './listing.ts'
import { isSent, putBytes, putFile } from './objects.ts'

/** A file to be sent. */
export interface SentFile {
  /** Its name in the store. */
  path: string
  /** Where it is on this machine. */
  place: string
  /** True for a medium, which is an object of its own. */
  isMedium: boolean
}

/** Unless the caller names another: each is two requests for a pull. */
const MAX_SEGMENTS = 32
const SLACK_LINES = 1000

/** The paths in a store that none of these files has. */
export function goneFrom({ files }: Listing, all: readonly SentFile[]): string[] {
  const there = new Set(all.map(({ path }) => path))
  return [...files.keys()].filter((path) => !there.has(path))
}

/**
 * Sends what has changed since a manifest with this listing, and returns the next one's. `known` are the digests of objects that the store has for
 * another manifest; `replace` sends everything again. With more than `maxSegments`, or if more than half of their lines are superseded, all small
 * files are repacked.
 */
export async function sendChanges(
  store: StoreClient,
  had: Listing,
  { all, changed, gone }: { all: readonly SentFile[]; changed: readonly SentFile[]; gone: readonly string[] },
  { replace = false, known = [], maxSegments = MAX_SEGMENTS }: { replace?: boolean; known?: readonly string[]; maxSegments?: number } = {},
): Promise<{ listing: Listing; objects: number }> {
  const rewrites = had.segments.length >= maxSegments || had.lines + changed.length > 2 * all.length + SLACK_LINES
  const held = new Set([...objectsIn(had), ...known])
  const segments = rewrites ? [] : [...had.segments]
  const files = new Map(rewrites ? [] : had.files)
  let lineCount = rewrites ? 0 : had.lines
  let objects = 0
  for (const { lines, pack, places } of segmentsOf(rewrites ? all : changed, rewrites ? [] : gone)) {
    const unknown = [...places].filter(([sha256]) => !held.has(sha256))
    await eachOf(unknown, MEDIA_AT_ONCE, async ([sha256, place]) => {
      if (!replace && (await isSent(store, sha256))) return
      await putFile(store, place, sha256)
      objects++
    })
    for (const sha256 of places.keys()) held.add(sha256)
    const packed = pack && (await putBytes(store, 'packs', pack))
    segments.push({ index: await putBytes(store, 'indexes', packIndex(lines)), ...(packed && { pack: packed }) })
    for (const line of lines) takeLine(files, line, packed)
    lineCount += lines.length
    objects += packed ? 2 : 1
  }
  return { listing: { segments, files, lines: lineCount }, objects }
}

/** The digests of files that are objects of their own. */
export const objectsIn = ({ files }: Listing): string[] =>
  [...files.values()].flatMap(({ sha256, offset }) => (offset === undefined ? sha256 : []))

/** Larger files, and every media file, are separate objects; the rest goes into packs. */
const SMALL_BYTES = 256 * 1024
const PACK_BYTES = 8 * 1024 * 1024
const LINES = 50_000

/** Divides changed files, and the names of deleted ones, into segments, read lazily: `places` has those that are separate objects, by their digest. */
function* segmentsOf(changed: readonly SentFile[], gone: readonly string[]) {
  const begin = () => ({ lines: [] as IndexLine[], places: new Map<string, string>(), pieces: [] as Buffer[], bytes: 0 })
  let begun = begin()
  const finished = () => {
    const { lines, places, pieces } = begun
    begun = begin()
    return { lines, places, pack: pieces.length > 0 ? new Uint8Array(gzipSync(Buffer.concat(pieces))) : undefined }
  }
  for (const path of gone) {
    begun.lines.push({ path, gone: true })
    if (begun.lines.length >= LINES) yield finished()
  }
  for (const { path, place, isMedium } of changed) {
    const { size } = lstatSync(place)
    if (isMedium || size > SMALL_BYTES) {
      const sha256 = sha256Of(place)
      begun.places.set(sha256, place)
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
