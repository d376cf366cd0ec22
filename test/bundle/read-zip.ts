import { inflateRawSync } from 'node:zlib'

export interface ReadEntry {
  bytes: Buffer
  isStored: boolean
  /** The MS-DOS time and date. */
  time: number
}

/** Reads a ZIP archive from its end, as readers do. Supports ZIP64; throws on inconsistencies. */
export function readZip(zip: Buffer): Map<string, ReadEntry> {
  const end = zip.length - 22
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error('No end of the central directory.')
  let count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  if (count === 0xffff || at === 0xffffffff) {
    const end64 = Number(zip.readBigUInt64LE(end - 12))
    if (zip.readUInt32LE(end - 20) !== 0x07064b50 || zip.readUInt32LE(end64) !== 0x06064b50) throw new Error('No ZIP64 end.')
    count = Number(zip.readBigUInt64LE(end64 + 32))
    at = Number(zip.readBigUInt64LE(end64 + 48))
  }
  const entries = new Map<string, ReadEntry>()
  for (let read = 0; read < count; read++) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('No entry of the central directory.')
    const [method, time, packed, bytes] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 12),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
    ]
    const [nameLength, extraLength, local] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt32LE(at + 42)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const data = zip.subarray(start, start + packed)
    const plain = method === 0 ? data : inflateRawSync(data)
    if (plain.length !== bytes || entries.has(name)) throw new Error(`${name} does not match the directory, or occurs twice.`)
    entries.set(name, { bytes: plain, isStored: method === 0, time })
    at += 46 + nameLength + extraLength
  }
  return entries
}
