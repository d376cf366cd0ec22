import { crc32, deflateRawSync } from 'node:zlib'
import type { OutputFile } from '../output-file.ts'
import { isPacked, bytesOf, piecesOf, type SourceFile } from '../source-file.ts'
import { centralHeader, dosTime, endOfArchive, localHeader, type ZipEntry } from './records.ts'

/** Larger files are stored uncompressed, to limit memory. */
const MAX_DEFLATED_BYTES = 64 * 1024 * 1024
/** Larger stored files are read twice: their checksum precedes them. */
const MAX_READ_ONCE_BYTES = 1024 * 1024

export type ZipWriter = ReturnType<typeof zipWriter>

/** Writes a ZIP archive, file by file in the order added. The same files give the same bytes: all have one time, and no owner. */
export function zipWriter(file: OutputFile, date: Date) {
  const time = dosTime(date)
  const entries: ZipEntry[] = []

  /** Adds a file as it is stored in an archive. */
  function addPacked(facts: Omit<ZipEntry, 'offset'>, pieces: Iterable<Uint8Array>): void {
    const entry = { ...facts, offset: file.position }
    entries.push(entry)
    file.write(localHeader(entry, time))
    for (const piece of pieces) file.write(piece)
  }

  function deflate(path: string, bytes: Buffer): void {
    const deflated = bytes.length > 0 ? deflateRawSync(bytes, { level: 9 }) : bytes
    const isDeflated = deflated.length < bytes.length
    const packed = isDeflated ? deflated : bytes
    addPacked({ path, isDeflated, crc32: crc32(bytes), packedBytes: packed.length, bytes: bytes.length }, [packed])
  }

  return {
    addPacked,
    /** Adds a file: stored if it is already compressed, deflated otherwise. */
    add(source: SourceFile): void {
      const { path, bytes } = source
      if (!isPacked(path) && bytes <= MAX_DEFLATED_BYTES) return deflate(path, bytesOf(source))
      const whole = bytes <= MAX_READ_ONCE_BYTES ? [bytesOf(source)] : undefined
      let sum = 0
      for (const piece of whole ?? piecesOf(source)) sum = crc32(piece, sum)
      addPacked({ path, isDeflated: false, crc32: sum, packedBytes: bytes, bytes }, whole ?? piecesOf(source))
    },
    /** Adds a text of our own. */
    addText: (path: string, text: string): void => deflate(path, Buffer.from(text)),
    /** Completes the archive. */
    end(): void {
      const offset = file.position
      for (const entry of entries) file.write(centralHeader(entry, time))
      file.write(endOfArchive(entries.length, { offset, bytes: file.position - offset }))
    },
  }
}
