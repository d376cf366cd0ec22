import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OutputFile } from '../../src/bundle/output-file.ts'
import { writeClusters } from '../../src/bundle/zim/cluster-writer.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

/** Keeps the start of what is written, and counts the rest. */
class Counting implements Pick<OutputFile, 'position' | 'write'> {
  readonly #starts: Buffer[] = []
  position = 0

  write(bytes: Buffer): void {
    if (this.position < 100) this.#starts.push(Buffer.from(bytes.subarray(0, 100)))
    this.position += bytes.length
  }

  get start(): Buffer {
    return Buffer.concat(this.#starts)
  }
}

const STORED = 1
const EXTENDED = 16

test.for([
  { video: 1_000, kind: STORED, width: 4 },
  { video: 4_300_000_000, kind: STORED + EXTENDED, width: 8 },
])('a cluster with $video bytes has offsets of $width bytes', async ({ video, kind, width }) => {
  const source = join(await temporaryFolder(), 'video.mp4')
  await writeFile(source, '')
  // A sparse file takes no space.
  await truncate(source, video)
  const text = Buffer.from('behind it')
  const contents = [{ content: { path: 'media/00/video.mp4', source, bytes: video } }, { content: text }]
  const file = new Counting()
  const cluster = { isCompressed: false, members: contents, bytes: video + text.length }
  expect(await writeClusters(file as unknown as OutputFile, [cluster], {})).toEqual([0])
  const head = 3 * width
  const places = [0, 1, 2].map((at) => (width === 8 ? Number(file.start.readBigUInt64LE(1 + 8 * at)) : file.start.readUInt32LE(1 + 4 * at)))
  expect([file.start[0], ...places]).toEqual([kind, head, head + video, head + video + text.length])
  expect(file.position).toBe(1 + head + video + text.length)
})
