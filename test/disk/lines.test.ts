import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readLines } from '../../src/disk/lines.ts'
import { everything } from '../cache/small-cache.ts'

const CHUNK = 64 * 1024

/** A file as it is read: in chunks of one length. */
function* inChunks(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

test.each([1, 2, 3, 7, 1000])('lines and their offsets do not depend on the size of chunks: %i bytes', async (length) => {
  const file = Buffer.from('\n{"a":"é"}\n\n\u2028x\r\n€€€\nlast')
  const lines = await everything(readLines(Readable.from(inChunks(file, length))))
  expect(lines.map(({ text }) => text)).toEqual(['{"a":"é"}', '\u2028x\r', '€€€', 'last'])
  for (const { text, offset, length } of lines) expect(file.toString('utf8', offset, offset + length)).toBe(text)
})

test('a line takes linear time, though it arrives in a thousand chunks', async () => {
  const cpuOf = async (bytes: number): Promise<number> => {
    const file = Buffer.alloc(bytes, 'x')
    const before = process.threadCpuUsage()
    expect(await everything(readLines(Readable.from(inChunks(file, CHUNK))))).toHaveLength(1)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  const best = async (bytes: number) => Math.min(await cpuOf(bytes), await cpuOf(bytes), await cpuOf(bytes))
  // Measures again, in case of a garbage collection.
  let growth = Infinity
  for (let looks = 0; looks < 4 && growth >= 9; looks++) growth = Math.min(growth, (await best(64 << 20)) / (await best(16 << 20)))
  expect(growth).toBeLessThan(9)
})
