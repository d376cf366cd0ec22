import { closeSync, openSync, readSync } from 'node:fs'
import { ContentError, explainReading } from '../errors.ts'

const PIECE_BYTES = 1024 * 1024

/** A file of a built site that goes into a bundle. */
export interface SourceFile {
  /** Its path on the site, with slashes, without one at the start. */
  path: string
  /** Its path on this machine. */
  source: string
  bytes: number
}

/** The bytes of a file, piece by piece; each piece is valid until the next. Throws a {@link ContentError} if it is not as long as it was. */
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
export const bytesOf = (file: SourceFile): Buffer => Buffer.concat(Array.from(piecesOf(file), (piece) => Buffer.from(piece)))

const changed = (path: string): ContentError =>
  new ContentError(`${path} was changed while it was bundled. Run the command again.`, { code: 'ERR_BUNDLE_SOURCE', path })
