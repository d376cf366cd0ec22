import { crc32, inflateRawSync } from 'node:zlib'
import { damaged, type InputFile } from '../input-file.ts'
import { MAX_16, MAX_32, type ZipEntry } from './records.ts'

const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
const LOCATOR_BYTES = 20
const END_64_BYTES = 56

/** Reads the entries of an archive written by ZipWriter, and the MS-DOS time of the first. Throws a ContentError for an inconsistent file. */
export function readDirectory(file: InputFile): { entries: ZipEntry[]; time: number } {
  const { count, offset, bytes } = placeOfDirectory(file)
  const directory = file.read(offset, bytes)
  const entries: ZipEntry[] = []
  let time: number | undefined
  let at = 0
  while (entries.length < count) {
    if (at + CENTRAL_BYTES > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw damaged(file.path)
    const nameEnd = at + CENTRAL_BYTES + directory.readUInt16LE(at + 28)
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
    const end = extraEnd + directory.readUInt16LE(at + 32)
    const method = directory.readUInt16LE(at + 10)
    if (end > directory.length || (method !== 0 && method !== 8)) throw damaged(file.path)
    time ??= directory.readUInt32LE(at + 12)
    entries.push({
      path: directory.toString('utf8', at + CENTRAL_BYTES, nameEnd),
      isDeflated: method === 8,
      crc32: directory.readUInt32LE(at + 16),
      ...placesOf(directory, at, directory.subarray(nameEnd, extraEnd)),
    })
    at = end
  }
  if (at !== directory.length) throw damaged(file.path)
  return { entries, time: time ?? 0 }
}

/** The offset of a file's compressed bytes. */
export function packedAt(file: InputFile, { offset }: ZipEntry): number {
  const header = file.read(offset, LOCAL_BYTES)
  if (header.readUInt32LE(0) !== 0x04034b50) throw damaged(file.path)
  return offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
}

/** The compressed bytes of a file, piece by piece. */
export const packedPieces = (file: InputFile, entry: ZipEntry): Generator<Buffer> => file.pieces(packedAt(file, entry), entry.packedBytes)

/** A small file of an archive. Throws a ContentError if it is too large or damaged. */
export function smallFile(file: InputFile, entry: ZipEntry, maxBytes: number): Buffer {
  if (entry.packedBytes > maxBytes || entry.bytes > maxBytes) throw damaged(file.path)
  const packed = file.read(packedAt(file, entry), entry.packedBytes)
  const bytes = entry.isDeflated ? inflated(packed, file.path, maxBytes) : packed
  if (crc32(bytes) !== entry.crc32) throw damaged(file.path)
  return bytes
}

function inflated(packed: Buffer, path: string, maxBytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes })
  } catch {
    throw damaged(path)
  }
}

function placeOfDirectory(file: InputFile): { count: number; offset: number; bytes: number } {
  const endAt = file.bytes - END_BYTES
  const end = file.read(endAt, END_BYTES)
  if (end.readUInt32LE(0) !== 0x06054b50) throw damaged(file.path)
  const [count, bytes, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  if (count !== MAX_16 && bytes !== MAX_32 && offset !== MAX_32) return { count, offset, bytes }
  const locator = file.read(endAt - LOCATOR_BYTES, LOCATOR_BYTES)
  if (locator.readUInt32LE(0) !== 0x07064b50) throw damaged(file.path)
  const end64 = file.read(Number(locator.readBigUInt64LE(8)), END_64_BYTES)
  if (end64.readUInt32LE(0) !== 0x06064b50) throw damaged(file.path)
  const at = (field: number): number => Number(end64.readBigUInt64LE(field))
  return { count: at(32), bytes: at(40), offset: at(48) }
}

/** The sizes and offset of a file, from the ZIP64 field where the others are too small. */
function placesOf(directory: Buffer, at: number, extra: Buffer): Pick<ZipEntry, 'bytes' | 'packedBytes' | 'offset'> {
  const large = extra.length >= 4 && extra.readUInt16LE(0) === 0x0001 ? extra.subarray(4, 4 + extra.readUInt16LE(2)) : Buffer.alloc(0)
  let used = 0
  const read = (field: number): number => {
    const value = directory.readUInt32LE(at + field)
    if (value !== MAX_32 || used + 8 > large.length) return value
    used += 8
    return Number(large.readBigUInt64LE(used - 8))
  }
  return { bytes: read(24), packedBytes: read(20), offset: read(42) }
}
