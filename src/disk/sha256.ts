import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

const piece = Buffer.allocUnsafe(256 * 1024)

/** The SHA-256 of a file in hex. Synchronous, as most are small; memory holds a piece of it. */
export function sha256Of(path: string): string {
  const digest = createHash('sha256')
  const descriptor = openSync(path, 'r')
  try {
    for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece)) digest.update(piece.subarray(0, read))
  } finally {
    closeSync(descriptor)
  }
  return digest.digest('hex')
}
