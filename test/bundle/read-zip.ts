import { inflateRawSync } from 'node:zlib'

/** Reads a ZIP archive from its end, as readers do. Supports ZIP64; throws on inconsistencies. `time` is of MS-DOS. */
export function readZip(zip: Buffer) {
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
  const entries = new Map<string, { bytes: Buffer; isStored: boolean; time: number }>()
  for (let read = 0; read < count; read++) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('No entry of the central directory.')
    const [method, nameLength, extraLength] = [10, 28, 30].map((field) => zip.readUInt16LE(at + field)) as [number, number, number]
    const [time, packed, bytes, local] = [12, 20, 24, 42].map((field) => zip.readUInt32LE(at + field)) as [number, number, number, number]
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
