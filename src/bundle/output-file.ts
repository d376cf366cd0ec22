import { closeSync, fchmodSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { temporaryOf } from '../disk/atomic.ts'
import { ContentError, explainSystem } from '../errors.ts'

const BUFFER_BYTES = 1024 * 1024

interface OutputOptions {
  /** The temporary name, which must not exist. */
  part?: string | undefined
  /** 0 means no limit. */
  maxBytes?: number
  /** The file whose permissions it gets, if that exists. */
  like?: string
}

/** Writes a file by a function and returns its length. An existing file is kept until the new one is complete. */
export async function writeOutput(path: string, options: OutputOptions, write: (file: OutputFile) => unknown): Promise<number> {
  const file = new OutputFile(path, options)
  try {
    await write(file)
    file.finish()
    return file.position
  } catch (error) {
    file.abandon()
    throw error
  }
}

/** A file that is written sequentially under a temporary name until it is complete. Nothing of it is kept in memory. */
export class OutputFile {
  readonly #path: string
  readonly #part: string
  readonly #maxBytes: number
  readonly #file: number
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  #buffered = 0
  #flushed = 0
  #isOpen = true

  constructor(path: string, { part = temporaryOf(path), maxBytes = 0, like = path }: OutputOptions = {}) {
    this.#path = path
    this.#part = part
    this.#maxBytes = maxBytes || Number.POSITIVE_INFINITY
    try {
      const mode = statSync(like, { throwIfNoEntry: false })?.mode
      this.#file = openSync(part, 'wx+', mode === undefined ? undefined : 0o600)
      if (mode !== undefined) fchmodSync(this.#file, mode & 0o777)
    } catch (error) {
      throw explainSystem(error, path)
    }
  }

  /** The number of bytes written. */
  get position(): number {
    return this.#flushed + this.#buffered
  }

  write(bytes: Uint8Array): void {
    if (this.position + bytes.length > this.#maxBytes) throw tooLarge(this.#path, this.#maxBytes)
    if (this.#buffered + bytes.length > BUFFER_BYTES) this.#flush()
    if (bytes.length > BUFFER_BYTES) {
      this.#put(bytes, this.#flushed)
      this.#flushed += bytes.length
    } else {
      this.#buffer.set(bytes, this.#buffered)
      this.#buffered += bytes.length
    }
  }

  /** Replaces bytes that were written earlier. */
  overwrite(position: number, bytes: Uint8Array): void {
    this.#flush()
    this.#put(bytes, position)
  }

  /** Reads back what was written, piece by piece. */
  *pieces(): Generator<Buffer> {
    this.#flush()
    const piece = Buffer.allocUnsafe(BUFFER_BYTES)
    for (let at = 0, read; (read = readSync(this.#file, piece, 0, BUFFER_BYTES, at)) > 0; at += read) yield piece.subarray(0, read)
  }

  /** Completes the file and gives it its name. */
  finish(): void {
    try {
      this.#flush()
      fsyncSync(this.#file)
      this.#close()
      renameSync(this.#part, this.#path)
    } catch (error) {
      throw explainSystem(error, this.#path)
    }
  }

  /** Deletes the unfinished file. */
  abandon(): void {
    this.#close()
    rmSync(this.#part, { force: true })
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file)
    this.#isOpen = false
  }

  #flush(): void {
    this.#put(this.#buffer.subarray(0, this.#buffered), this.#flushed)
    this.#flushed += this.#buffered
    this.#buffered = 0
  }

  #put(bytes: Uint8Array, position: number): void {
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at, bytes.length - at, position + at)
    } catch (error) {
      throw explainSystem(error, this.#path)
    }
  }
}

const tooLarge = (path: string, maxBytes: number): ContentError =>
  new ContentError(
    `${path} would be larger than \`maxSize\` ${maxBytes} allows: it is not written. Bundle one \`category\`, fewer or smaller \`sizes\` or one \`lang\`, or allow more.`,
    { code: 'ERR_BUNDLE_TOO_LARGE', option: 'maxSize', path },
  )
