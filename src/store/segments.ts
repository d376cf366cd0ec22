import { hash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { isMediaPath } from '../cache/kept-files.ts'
import { bytesNow, noFile } from '../disk/read.ts'
import { sha256Of } from '../disk/sha256.ts'
import type { IndexLine } from './listing.ts'

/** A segment to be written: `files` are separate objects, by their digest. */
export interface NewSegment {
  lines: IndexLine[]
  pack?: Uint8Array<ArrayBuffer>
  files: Map<string, string>
}

/** Larger files, and every media file, are separate objects; the rest goes into packs. */
const SMALL_BYTES = 256 * 1024
const PACK_BYTES = 8 * 1024 * 1024
const LINES = 50_000

/** Divides changed files, and the names of deleted ones, into segments; files are read lazily. */
export function* segmentsOf(folder: string, changed: readonly string[], gone: readonly string[]): Generator<NewSegment> {
  let lines: IndexLine[] = []
  let pieces: Buffer[] = []
  let files = new Map<string, string>()
  let bytes = 0
  const finished = (): NewSegment => {
    const segment = { lines, files, ...(pieces.length > 0 && { pack: new Uint8Array(gzipSync(Buffer.concat(pieces))) }) }
    lines = []
    pieces = []
    files = new Map()
    bytes = 0
    return segment
  }
  for (const path of gone) {
    lines.push({ path, gone: true })
    if (lines.length >= LINES) yield finished()
  }
  for (const path of changed) {
    const place = join(folder, path)
    const { size } = lstatSync(place)
    if (isMediaPath(path) || size > SMALL_BYTES) {
      const sha256 = sha256Of(place)
      files.set(sha256, place)
      lines.push({ path, sha256, size })
    } else {
      const content = bytesNow(place) ?? noFile(place)
      lines.push({ path, sha256: hash('sha256', content), size: content.byteLength, offset: bytes })
      pieces.push(content)
      bytes += content.byteLength
    }
    if (bytes >= PACK_BYTES || lines.length >= LINES) yield finished()
  }
  if (lines.length > 0) yield finished()
}
