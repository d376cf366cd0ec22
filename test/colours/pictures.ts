import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** An average that a lossy copy hits within a few steps. */
export const RED = 0xc81e28
export const BLUE = 0x2040c0

/** A picture all in one colour (0xRRGGBB, with an alpha from 0 to 1). */
export const plain = (colour: number, width = 64, height = 48, alpha = 1): Sharp =>
  sharp({
    create: { width, height, channels: 4, background: { r: colour >> 16, g: (colour >> 8) & 0xff, b: colour & 0xff, alpha } },
  })

/** How far two colours are apart, in the channel where it is most. */
export const distance = (one: number, other: number): number =>
  Math.max(...[16, 8, 0].map((shift) => Math.abs(((one >> shift) & 0xff) - ((other >> shift) & 0xff))))

/** A PNG of 50 kB that is 20,000 pixels wide and high: 1.6 GB as a decoder gives them. */
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
  const jpeg = await plain(RED, 1600, 1200).jpeg({ progressive: true }).toBuffer()
  const lastScan = jpeg.subarray(jpeg.lastIndexOf('ffda', undefined, 'hex'), -2)
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 100_000 }, () => lastScan), jpeg.subarray(-2)])
}
