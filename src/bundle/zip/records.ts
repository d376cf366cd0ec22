/** The records of a ZIP file (PKWARE APPNOTE 6.3.10), with ZIP64 fields only where the others are too small. */

/** A file as it stands in an archive. */
export interface ZipEntry {
  path: string
  isDeflated: boolean
  crc32: number
  /** Bytes in the archive. */
  packedBytes: number
  bytes: number
  /** Where its local header begins. */
  offset: number
}

const MAX_32 = 0xffffffff
const MAX_16 = 0xffff
/** Names are UTF-8. */
const FLAGS = 0x0800
const VERSION = 20
const VERSION_64 = 45
/** Of Unix: readers take names as they are, and modes. */
const MADE_BY = (3 << 8) | VERSION_64
const MODE = (0o100644 << 16) >>> 0

/** Numbers by their width in bytes. */
type Field = [width: 2 | 4 | 8, value: number]

function fields(...list: Field[]): Buffer {
  const bytes = Buffer.alloc(list.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of list) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}

const at32 = (value: number): number => Math.min(value, MAX_32)

/** The date and time of MS-DOS, in UTC, to two seconds; from 1980 on. */
export function dosTime(date: Date): number {
  const year = Math.max(1980, date.getUTCFullYear())
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}

export function localHeader({ path, isDeflated, crc32, packedBytes, bytes }: ZipEntry, time: number): Buffer {
  const name = Buffer.from(path)
  // Here both sizes stand in the extra field, or neither.
  const isLarge = Math.max(bytes, packedBytes) >= MAX_32
  const extra = isLarge ? fields([2, 0x0001], [2, 16], [8, bytes], [8, packedBytes]) : Buffer.alloc(0)
  const header = fields(
    [4, 0x04034b50],
    [2, isLarge ? VERSION_64 : VERSION],
    [2, FLAGS],
    [2, isDeflated ? 8 : 0],
    [4, time],
    [4, crc32],
    [4, isLarge ? MAX_32 : packedBytes],
    [4, isLarge ? MAX_32 : bytes],
    [2, name.length],
    [2, extra.length],
  )
  return Buffer.concat([header, name, extra])
}

export function centralHeader({ path, isDeflated, crc32, packedBytes, bytes, offset }: ZipEntry, time: number): Buffer {
  const name = Buffer.from(path)
  const isLarge = Math.max(bytes, packedBytes) >= MAX_32
  const sizes = isLarge ? fields([8, bytes], [8, packedBytes]) : Buffer.alloc(0)
  const place = offset >= MAX_32 ? fields([8, offset]) : Buffer.alloc(0)
  const values = Buffer.concat([sizes, place])
  const extra = values.length > 0 ? Buffer.concat([fields([2, 0x0001], [2, values.length]), values]) : values
  const header = fields(
    [4, 0x02014b50],
    [2, MADE_BY],
    [2, extra.length > 0 ? VERSION_64 : VERSION],
    [2, FLAGS],
    [2, isDeflated ? 8 : 0],
    [4, time],
    [4, crc32],
    [4, isLarge ? MAX_32 : packedBytes],
    [4, isLarge ? MAX_32 : bytes],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, MODE],
    [4, at32(offset)],
  )
  return Buffer.concat([header, name, extra])
}

/** What ends an archive, whose central directory lies there. */
export function endOfArchive(entries: number, directory: { offset: number; bytes: number }): Buffer {
  const { offset, bytes } = directory
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(entries, MAX_16)],
    [2, Math.min(entries, MAX_16)],
    [4, at32(bytes)],
    [4, at32(offset)],
    [2, 0],
  )
  if (entries < MAX_16 && bytes < MAX_32 && offset < MAX_32) return end
  const end64 = fields(
    [4, 0x06064b50],
    [8, 44],
    [2, MADE_BY],
    [2, VERSION_64],
    [4, 0],
    [4, 0],
    [8, entries],
    [8, entries],
    [8, bytes],
    [8, offset],
  )
  const locator = fields([4, 0x07064b50], [4, 0], [8, offset + bytes], [4, 1])
  return Buffer.concat([end64, locator, end])
}
