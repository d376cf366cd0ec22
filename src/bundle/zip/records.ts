/** The records of a ZIP file (PKWARE APPNOTE 6.3.10), with ZIP64 fields only where the others are too small. */

/** A number with its width in bytes. */
export type Field = [width: 1 | 2 | 4 | 6 | 8, value: number]

/** The bytes of a record: its numbers in order, little-endian. */
export function fields(...list: Field[]): Buffer {
  const bytes = Buffer.alloc(list.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of list) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}

/** A file in an archive. */
export interface ZipEntry {
  path: string
  isDeflated: boolean
  crc32: number
  /** Bytes in the archive. */
  packedBytes: number
  bytes: number
  /** The offset of its local header. */
  offset: number
}

export const MAX_32 = 0xffffffff
export const MAX_16 = 0xffff
/** Names are UTF-8. */
const FLAGS = 0x0800
const VERSION = 20
const VERSION_64 = 45
/** Made on Unix: readers keep names unchanged, and use modes. */
const MADE_BY = (3 << 8) | VERSION_64
const MODE = (0o100644 << 16) >>> 0

const at32 = (value: number): number => Math.min(value, MAX_32)

/** The MS-DOS date and time in UTC, with a resolution of two seconds; from 1980. */
export function dosTime(date: Date): number {
  const year = Math.max(1980, date.getUTCFullYear())
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}

/** The date of {@link dosTime}. */
export const dateOfDosTime = (time: number): Date =>
  new Date(
    Date.UTC(1980 + (time >>> 25), ((time >>> 21) & 15) - 1, (time >>> 16) & 31, (time >>> 11) & 31, (time >>> 5) & 63, 2 * (time & 31)),
  )

export function localHeader(entry: ZipEntry, time: number): Buffer {
  // In a local header, the extra field must contain both sizes or neither.
  const extra = extra64(sizes64(entry))
  const header = fields([4, 0x04034b50], [2, versionFor(extra)], ...commonFields(entry, time, extra))
  return Buffer.concat([header, Buffer.from(entry.path), extra])
}

export function centralHeader(entry: ZipEntry, time: number): Buffer {
  const place: Field[] = entry.offset >= MAX_32 ? [[8, entry.offset]] : []
  const extra = extra64([...sizes64(entry), ...place])
  const start = fields([4, 0x02014b50], [2, MADE_BY], [2, versionFor(extra)], ...commonFields(entry, time, extra))
  return Buffer.concat([start, fields([6, 0], [4, MODE], [4, at32(entry.offset)]), Buffer.from(entry.path), extra])
}

const isLarge = ({ bytes, packedBytes }: ZipEntry): boolean => Math.max(bytes, packedBytes) >= MAX_32

/** The fields that both headers of a file share. */
const commonFields = (entry: ZipEntry, time: number, extra: Buffer): Field[] => [
  [2, FLAGS],
  [2, entry.isDeflated ? 8 : 0],
  [4, time],
  [4, entry.crc32],
  [4, isLarge(entry) ? MAX_32 : entry.packedBytes],
  [4, isLarge(entry) ? MAX_32 : entry.bytes],
  [2, Buffer.byteLength(entry.path)],
  [2, extra.length],
]

const sizes64 = (entry: ZipEntry): Field[] => (isLarge(entry) ? [entry.bytes, entry.packedBytes].map((bytes) => [8, bytes]) : [])

const extra64 = (values: Field[]): Buffer => (values.length > 0 ? fields([2, 0x0001], [2, 8 * values.length], ...values) : Buffer.alloc(0))

const versionFor = (extra: Buffer): number => (extra.length > 0 ? VERSION_64 : VERSION)

/** The end of an archive, which gives the location of its central directory. */
export function endOfArchive(entries: number, directory: { offset: number; bytes: number }): Buffer {
  const { offset, bytes } = directory
  const count = Math.min(entries, MAX_16)
  const end = fields([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, at32(bytes)], [4, at32(offset)], [2, 0])
  if (entries < MAX_16 && bytes < MAX_32 && offset < MAX_32) return end
  const head64 = fields([4, 0x06064b50], [8, 44], [2, MADE_BY], [2, VERSION_64], [4, 0], [4, 0])
  const place64 = fields([8, entries], [8, entries], [8, bytes], [8, offset])
  const locator = fields([4, 0x07064b50], [4, 0], [8, offset + bytes], [4, 1])
  return Buffer.concat([head64, place64, locator, end])
}
