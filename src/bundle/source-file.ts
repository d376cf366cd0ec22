import { closeSync, openSync, readSync } from 'node:fs'
import { ContentError, explainReading } from '../errors.ts'

const PIECE_BYTES = 1024 * 1024

/** A file of a built site to put into a bundle. */
export interface SourceFile {
  /** Its path on the site, with slashes, without a leading one. */
  path: string
  /** Its path on this machine. */
  source: string
  bytes: number
}

/** The bytes of a file, piece by piece; each piece is valid until the next. Throws a {@link ContentError} if its length has changed. */
export function* piecesOf({ source, bytes }: SourceFile): Generator<Buffer> {
  let file: number | undefined
  try {
    file = openSync(source, 'r')
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, bytes + 1))
    let at = 0
    for (let read; (read = readSync(file, piece, 0, piece.length, at)) > 0; at += read) {
      if (at + read > bytes) throw changed(source)
      yield piece.subarray(0, read)
    }
    if (at < bytes) throw changed(source)
  } catch (error) {
    throw explainReading(error, source)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** All bytes of a file. */
export function bytesOf(file: SourceFile): Buffer {
  const bytes = Buffer.allocUnsafe(file.bytes)
  readInto(file, bytes, 0)
  return bytes
}

/** Copies all bytes of a file into a buffer at an offset. Throws like {@link piecesOf}. */
export function readInto(file: SourceFile, target: Buffer, start: number): void {
  for (const piece of piecesOf(file)) start += piece.copy(target, start)
}

/** Extensions of files that are already compressed. */
const PACKED = new Set(
  `jpg jpeg png gif webp avif ico mp4 webm m4v mov ogv mp3 m4a ogg flac zip gz br zst 7z xz rar woff woff2 pdf docx xlsx pptx odt epub pagefind pf_meta pf_index pf_fragment pf_filter`.split(
    ' ',
  ),
)

/** True for a file that is stored uncompressed. */
export const isPacked = (path: string): boolean => PACKED.has(path.slice(path.lastIndexOf('.') + 1).toLowerCase())

const changed = (path: string): ContentError =>
  new ContentError(`${path} was changed while it was bundled. Try again.`, { code: 'ERR_BUNDLE_SOURCE', path })
