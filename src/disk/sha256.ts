import { createHash } from 'node:crypto'
import { closeSync, readSync } from 'node:fs'
import { noFile, openNow } from './read.ts'

const piece = Buffer.allocUnsafe(256 * 1024)

/** The SHA-256 of a file in hex. Synchronous, since most are small. Throws ENOENT if {@link openNow} finds no file. */
export function sha256Of(path: string): string {
  const digest = createHash('sha256')
  const descriptor = openNow(path) ?? noFile(path)
  try {
    for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece)) digest.update(piece.subarray(0, read))
  } finally {
    closeSync(descriptor)
  }
  return digest.digest('hex')
}
