import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
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
export function readInto({ source, bytes }: SourceFile, target: Buffer, start: number): void {
  let file: number | undefined
  try {
    file = openSync(source, 'r')
    if (fstatSync(file).size !== bytes) throw changed(source)
    for (let at = 0, read; at < bytes; at += read) {
      read = readSync(file, target, start + at, bytes - at, null)
      if (read === 0) throw changed(source)
    }
  } catch (error) {
    throw explainReading(error, source)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** The part of a page before its body. */
export function headOf({ source }: SourceFile): string {
  try {
    return readTo(source, '<body')
  } catch (error) {
    throw explainReading(error, source)
  }
}

const HEAD_BYTES = 16 * 1024

function readTo(path: string, mark: string): string {
  const file = openSync(path, 'r')
  try {
    let head = Buffer.alloc(0)
    const piece = Buffer.allocUnsafe(HEAD_BYTES)
    for (let read; (read = readSync(file, piece)) > 0;) {
      head = Buffer.concat([head, piece.subarray(0, read)])
      const end = head.indexOf(mark)
      if (end >= 0) return head.toString('utf8', 0, end)
    }
    return head.toString()
  } finally {
    closeSync(file)
  }
}

const changed = (path: string): ContentError =>
  new ContentError(`${path} was changed while it was bundled. Try again.`, { code: 'ERR_BUNDLE_SOURCE', path })
