import { createHash } from 'node:crypto'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '../../../src/cache/reader.ts'
import { mediaHash } from '../../../src/cache/layout.ts'
import { filesBelow } from '../../../src/disk/files-below.ts'
import { CacheWriter } from '../../../src/cache/writer.ts'
import { PIXEL as GIF } from '../../crawl/server.ts'
import { inPieces, manifestOf, temporaryFolder, writeCache } from '../small-cache.ts'

const DIGEST = createHash('sha256').update(GIF).digest('hex').slice(0, 12)
const [SEEN, OTHER] = ['https://media.example/seen.gif', 'https://media.example/other.gif']
const NOTHING = { records: [], lists: [] }

/** A folder in which a crawl was killed after it had stored two files, and the paths of these. */
async function cutShort(): Promise<{ folder: string; left: string[] }> {
  const folder = await temporaryFolder()
  const writer = new CacheWriter(folder)
  for (const url of [SEEN, OTHER]) await writer.media.store(url, inPieces(GIF.subarray(0, 20), GIF.subarray(20)))
  const left = await Array.fromAsync(filesBelow(folder, 'pending/media'))
  return { folder, left: left.map((path) => join(folder, path)) }
}

test('a file stays hidden until its crawl is finished', async () => {
  const { folder } = await cutShort()
  await writeCache(folder, {})
  expect((await openCache(folder)).media(SEEN)?.file).toBe(
    `media/${mediaHash(SEEN).slice(0, 2)}/${mediaHash(SEEN)}-1x1-${GIF.length}-${DIGEST}.gif`,
  )
})

test('files stored by an interrupted crawl are not downloaded again', async () => {
  const { folder } = await cutShort()
  const writer = new CacheWriter(folder)
  expect([SEEN, OTHER, 'https://media.example/third.gif'].map((url) => writer.media.has(url))).toEqual([true, true, false])
})

test('a file truncated by a power loss does not count as complete', async () => {
  const { folder, left } = await cutShort()
  for (const path of left) await truncate(path, GIF.length - 1)
  const writer = new CacheWriter(folder)
  expect(writer.media.has(SEEN)).toBe(false)
  await writer.media.store(SEEN, inPieces(GIF))
  await writer.sweep((hash) => hash === mediaHash(SEEN))
  await writer.finish(manifestOf(), NOTHING)
  const cache = await openCache(folder)
  expect([cache.media(SEEN)?.width, cache.media(OTHER)]).toEqual([1, undefined])
})

test.each([
  ['zeros', Buffer.alloc(GIF.length)],
  ['a picture of another size', Buffer.concat([GIF.subarray(0, 6), Buffer.from([9]), GIF.subarray(7)])],
  ['something else', Buffer.from('lorem ipsum '.repeat(10)).subarray(0, GIF.length)],
])('%s of the right length, left by a power loss, do not count as the file', async (_, bytes) => {
  const { folder, left } = await cutShort()
  for (const path of left) await writeFile(path, bytes)
  expect([SEEN, OTHER].map((url) => new CacheWriter(folder).media.has(url))).toEqual([false, false])
})

test('zeros do not count as a document either, although its type is not visible in its bytes', async () => {
  const folder = await temporaryFolder()
  const url = 'https://media.example/parts.csv'
  const stored = await new CacheWriter(folder).media.store(url, inPieces(Buffer.from('part,price\n')))
  expect(new CacheWriter(folder).media.has(url)).toBe(true)
  await writeFile(join(folder, 'pending', stored?.file ?? ''), Buffer.alloc(11))
  expect(new CacheWriter(folder).media.has(url)).toBe(false)
})

test('a picture whose size is far behind its start is identified', async () => {
  const folder = await temporaryFolder()
  const url = 'https://media.example/photo.jpg'
  const segment = Buffer.concat([Buffer.from([0xff, 0xe2, 0x75, 0x30]), Buffer.alloc(0x7530 - 2, 0x20)])
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 3, 0, 4, 1, 1, 0x11, 0, 0xff, 0xd9])
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), segment, frame])
  expect(await new CacheWriter(folder).media.store(url, inPieces(jpeg))).toMatchObject({ extension: 'jpg', width: 4, height: 3 })
  expect(new CacheWriter(folder).media.has(url)).toBe(true)
})

test('files stored by an interrupted crawl are removed if the next one does not name them', async () => {
  const { folder } = await cutShort()
  const writer = new CacheWriter(folder)
  const guide = { kind: 'guide', id: '1' } as const
  writer.record(guide, '{}')
  await writer.sweep((hash) => hash === mediaHash(OTHER))
  await writer.finish(manifestOf(), { ...NOTHING, records: [guide] })
  const cache = await openCache(folder)
  expect([cache.media(SEEN), cache.media(OTHER)?.width, await cache.record(guide)]).toEqual([undefined, 1, {}])
})
