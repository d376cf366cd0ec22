import { closeSync, fchmodSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { temporaryOf } from '../disk/atomic.ts'
import { ContentError, explainSystem } from '../errors.ts'

const BUFFER_BYTES = 1024 * 1024

export interface OutputOptions {
  /** The temporary name of the file while it is written, which must not exist. */
  part?: string | undefined
  /** 0 means no limit. */
  maxBytes?: number
  /** The file whose permissions it gets, if that exists. */
  like?: string
}

/** A file that is written sequentially. Nothing of it is kept in memory. */
export type OutputFile = ReturnType<typeof outputFile>

/** Writes a file by a function and returns its length. An existing file is kept until the new one is complete. */
export async function writeOutput(path: string, options: OutputOptions, write: (file: OutputFile) => unknown): Promise<number> {
  const { part = temporaryOf(path), maxBytes = 0, like = path } = options
  const descriptor = explained(path, () => openLike(part, like))
  try {
    const file = outputFile(descriptor, path, maxBytes || Number.POSITIVE_INFINITY)
    try {
      await write(file)
      file.flush()
      explained(path, () => fsyncSync(descriptor))
    } finally {
      closeSync(descriptor)
    }
    explained(path, () => renameSync(part, path))
    return file.position
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

function openLike(part: string, like: string): number {
  const mode = statSync(like, { throwIfNoEntry: false })?.mode
  const descriptor = openSync(part, 'wx+', mode === undefined ? undefined : 0o600)
  if (mode !== undefined) fchmodSync(descriptor, mode & 0o777)
  return descriptor
}

function explained<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explainSystem(error, path)
  }
}

function outputFile(descriptor: number, path: string, maxBytes: number) {
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  let [buffered, flushed] = [0, 0]

  function put(bytes: Uint8Array, position: number): void {
    explained(path, () => {
      for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at, bytes.length - at, position + at)
    })
  }

  function flush(): void {
    put(buffer.subarray(0, buffered), flushed)
    flushed += buffered
    buffered = 0
  }

  return {
    /** The number of bytes written. */
    get position(): number {
      return flushed + buffered
    },
    flush,
    write(bytes: Uint8Array): void {
      if (flushed + buffered + bytes.length > maxBytes) throw tooLarge(path, maxBytes)
      if (buffered + bytes.length > BUFFER_BYTES) flush()
      if (bytes.length > BUFFER_BYTES) {
        put(bytes, flushed)
        flushed += bytes.length
      } else {
        buffer.set(bytes, buffered)
        buffered += bytes.length
      }
    },
    /** Replaces bytes that were written earlier. */
    overwrite(position: number, bytes: Uint8Array): void {
      flush()
      put(bytes, position)
    },
    /** Reads back what was written, piece by piece. */
    *pieces(): Generator<Buffer> {
      flush()
      const piece = Buffer.allocUnsafe(BUFFER_BYTES)
      for (let at = 0, read; (read = readSync(descriptor, piece, 0, BUFFER_BYTES, at)) > 0; at += read) yield piece.subarray(0, read)
    },
  }
}

const tooLarge = (path: string, maxBytes: number): ContentError =>
  new ContentError(
    `${path} would be larger than \`maxSize\` ${maxBytes} allows: it is not written. Bundle one \`category\`, fewer or smaller \`sizes\` or one \`lang\`, or allow more.`,
    { code: 'ERR_BUNDLE_TOO_LARGE', option: 'maxSize', path },
  )
