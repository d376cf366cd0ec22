import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { isMissing } from '../disk/atomic.ts'
import { ContentError, explainReading, UsageError } from '../errors.ts'

const PIECE_BYTES = 1024 * 1024
/** Opening a pipe would block. Windows has no pipes as files. */
const NO_WAIT = process.platform === 'win32' ? 0 : constants.O_NONBLOCK

/** An existing bundle or delta, read in pieces to limit memory. */
export class InputFile {
  readonly path: string
  readonly bytes: number
  readonly #file: number
  #isOpen = true

  /** Throws a {@link UsageError} if there is no such file. */
  constructor(path: string) {
    this.path = path
    try {
      this.#file = openSync(path, constants.O_RDONLY | NO_WAIT)
    } catch (error) {
      if (isMissing(error)) throw noFile(`There is no file ${path}.`, path)
      throw explainReading(error, path)
    }
    const stats = fstatSync(this.#file)
    this.bytes = stats.size
    if (stats.isFile()) return
    this.close()
    throw noFile(`${path} is no file.`, path)
  }

  /** Reads bytes at an offset. Throws a {@link ContentError} if the file ends before. */
  read(offset: number, length: number): Buffer {
    this.#hold(offset, length)
    const bytes = Buffer.allocUnsafe(length)
    this.#fill(bytes, offset)
    return bytes
  }

  /** {@link read} piece by piece; each piece is valid until the next. */
  *pieces(offset: number, length: number): Generator<Buffer> {
    this.#hold(offset, length)
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, length))
    for (let done = 0; done < length; done += piece.length) {
      const part = piece.subarray(0, Math.min(piece.length, length - done))
      this.#fill(part, offset + done)
      yield part
    }
  }

  /** Its SHA-256 in hex. */
  async sha256(signal?: AbortSignal): Promise<string> {
    return sha256OfPieces(this.pieces(0, this.bytes), signal)
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#file)
    this.#isOpen = false
  }

  #hold(offset: number, length: number): void {
    if (offset < 0 || length < 0 || offset + length > this.bytes) throw damaged(this.path)
  }

  #fill(bytes: Buffer, offset: number): void {
    try {
      for (let at = 0; at < bytes.length;) {
        const read = readSync(this.#file, bytes, at, bytes.length - at, offset + at)
        if (read === 0) throw damaged(this.path)
        at += read
      }
    } catch (error) {
      throw explainReading(error, this.path)
    }
  }
}

/** The SHA-256, in hex, of pieces; it can be interrupted between two of them. */
export async function sha256OfPieces(pieces: Iterable<Buffer>, signal?: AbortSignal): Promise<string> {
  const digest = createHash('sha256')
  for await (const piece of inTurns(pieces, signal)) digest.update(piece)
  return digest.digest('hex')
}

/** The items, each in a turn of the event loop of its own, until the signal is aborted, whose reason is thrown. */
export async function* inTurns<T>(items: Iterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  for (const item of items) {
    await setImmediate()
    signal?.throwIfAborted()
    yield item
  }
}

/** The error for an inconsistent bundle or delta. */
export const damaged = (path: string): ContentError =>
  new ContentError(`${path} is damaged, or no file that Benchbook bundled. Copy it again from where it was made.`, {
    code: 'ERR_BUNDLE_DAMAGED',
    path,
  })

const noFile = (message: string, path: string): UsageError =>
  new UsageError(`${message} Name a file that "benchbook bundle" made.`, { path })
