import { closeSync, openSync, readSync, statSync } from 'node:fs'

const PIECE_BYTES = 256 * 1024
const [ours, theirs] = [Buffer.allocUnsafe(PIECE_BYTES), Buffer.allocUnsafe(PIECE_BYTES)]

/** True if two files have the same content. Reads both in chunks. Synchronous: most are small. */
export function haveSameBytes(a: string, b: string): boolean {
  const [one, other] = [statSync(a), statSync(b)]
  if (one.size !== other.size || !one.isFile() || !other.isFile()) return false
  const first = openSync(a, 'r')
  try {
    const second = openSync(b, 'r')
    try {
      for (let read = 0; ;) {
        const [here, there] = [fill(first, ours, read), fill(second, theirs, read)]
        if (!ours.subarray(0, here).equals(theirs.subarray(0, there))) return false
        if (here < PIECE_BYTES) return true
        read += here
      }
    } finally {
      closeSync(second)
    }
  } finally {
    closeSync(first)
  }
}

/** Fills a buffer from a position of a file, unless the file ends earlier; returns the number of bytes read. */
function fill(descriptor: number, buffer: Buffer, from: number): number {
  let filled = 0
  for (let read = 1; filled < buffer.length && read > 0; filled += read)
    read = readSync(descriptor, buffer, filled, buffer.length - filled, from + filled)
  return filled
}
