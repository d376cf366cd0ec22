import { crc32, deflateRawSync } from 'node:zlib'
import type { OutputFile } from '../output-file.ts'
import { isPacked, bytesOf, piecesOf, type SourceFile } from '../source-file.ts'
import { centralHeader, dosTime, endOfArchive, localHeader, type ZipEntry } from './records.ts'

/** Larger files are stored uncompressed, to limit memory. */
const MAX_DEFLATED_BYTES = 64 * 1024 * 1024
/** Larger stored files are read twice: their checksum precedes them. */
const MAX_READ_ONCE_BYTES = 1024 * 1024

/** Writes a ZIP archive, file by file in the order added. The same files give the same bytes: all have one time, and no owner. */
export class ZipWriter {
  readonly #file: OutputFile
  readonly #time: number
  readonly #entries: ZipEntry[] = []

  constructor(file: OutputFile, date: Date) {
    this.#file = file
    this.#time = dosTime(date)
  }

  /** Adds a file: stored if it is already compressed, deflated otherwise. */
  add(source: SourceFile): void {
    if (isPacked(source.path) || source.bytes > MAX_DEFLATED_BYTES) return this.#store(source)
    this.#deflate(source.path, bytesOf(source))
  }

  /** Adds a text of our own. */
  addText(path: string, text: string): void {
    this.#deflate(path, Buffer.from(text))
  }

  /** Adds a compressed file from another archive. */
  addPacked({ path, isDeflated, crc32: sum, packedBytes, bytes }: ZipEntry, pieces: Iterable<Uint8Array>): void {
    this.#begin({ path, isDeflated, crc32: sum, packedBytes, bytes })
    for (const piece of pieces) this.#file.write(piece)
  }

  /** Completes the archive. */
  end(): void {
    const offset = this.#file.position
    for (const entry of this.#entries) this.#file.write(centralHeader(entry, this.#time))
    this.#file.write(endOfArchive(this.#entries.length, { offset, bytes: this.#file.position - offset }))
  }

  #deflate(path: string, bytes: Buffer): void {
    const deflated = bytes.length > 0 ? deflateRawSync(bytes, { level: 9 }) : bytes
    const isDeflated = deflated.length < bytes.length
    const packed = isDeflated ? deflated : bytes
    this.#begin({ path, isDeflated, crc32: crc32(bytes), packedBytes: packed.length, bytes: bytes.length })
    this.#file.write(packed)
  }

  #store(source: SourceFile): void {
    const { path, bytes } = source
    const whole = bytes <= MAX_READ_ONCE_BYTES ? [bytesOf(source)] : undefined
    let sum = 0
    for (const piece of whole ?? piecesOf(source)) sum = crc32(piece, sum)
    this.#begin({ path, isDeflated: false, crc32: sum, packedBytes: bytes, bytes })
    for (const piece of whole ?? piecesOf(source)) this.#file.write(piece)
  }

  #begin(facts: Omit<ZipEntry, 'offset'>): void {
    const entry = { ...facts, offset: this.#file.position }
    this.#entries.push(entry)
    this.#file.write(localHeader(entry, this.#time))
  }
}
