import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

export const plain = (width = 64, height = 48): Sharp => sharp({ create: { width, height, channels: 3, background: '#c81e28' } })

/** A PNG of 50 kB that is 20,000 pixels wide and high: 1.6 GB when decoded. */
export function bomb(): Buffer {
  const side = 20_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1 // one bit a pixel
  const lines = deflateSync(Buffer.alloc(side * (1 + side / 8)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A JPEG of a megabyte that takes minutes: each of its hundred thousand scans refines all its two million pixels by nothing. */
export async function endless(): Promise<Buffer> {
  const jpeg = await plain(1600, 1200).jpeg({ progressive: true }).toBuffer()
  const lastScan = jpeg.subarray(jpeg.lastIndexOf('ffda', undefined, 'hex'), -2)
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 100_000 }, () => lastScan), jpeg.subarray(-2)])
}
