import { createHash } from 'node:crypto'
import { appendFile, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '../../../src/cache/reader.ts'
import { mediaHash } from '../../../src/cache/layout.ts'
import { filesBelow } from '../../../src/disk/files-below.ts'
import { CacheWriter } from '../../../src/cache/writer.ts'
import { PIXEL as GIF } from '../../crawl/server.ts'
import { inPieces, manifestOf, temporaryFolder, writeCache } from '../small-cache.ts'
import { verifyMedia } from '../../../src/cache/media/media-damage.ts'
import { writeFiles } from '../../folders.ts'
import { shareMedia } from '../../../src/cache/media/stored-media.ts'

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

const EMPTY_DIGEST = 'e3b0c44298fc'

/** An empty media file, complete according to its name, with a hash at a position from 0 to 15 of the hash space. */
const fileAt = (place: number): string => `${place.toString(16).padEnd(20, '0')}-0-${EMPTY_DIGEST}.pdf`
const shelfOf = (name: string): string => `media/${name.slice(0, 2)}`

const cacheOf = (...names: string[]) => temporaryFolder(Object.fromEntries(names.map((name) => [`${shelfOf(name)}/${name}`, ''])))

const SIXTEEN = Array.from({ length: 16 }, (_, place) => fileAt(place))

test('a damaged file is reported, and so is one whose name has no checksum', async () => {
  const [whole, damaged, unknown] = [fileAt(0), fileAt(1), '20000000000000000000.pdf'] as const
  const folder = await cacheOf(whole, damaged, unknown)
  await appendFile(join(folder, shelfOf(damaged), damaged), 'x')
  expect(await verifyMedia(folder)).toEqual({
    looked: 3,
    damaged: [`${shelfOf(damaged)}/${damaged}`],
    unknown: [`${shelfOf(unknown)}/${unknown}`],
  })
})

test.each([
  [0, 1, SIXTEEN],
  [0, 0.25, SIXTEEN.slice(0, 4)],
  [0.25, 0.25, SIXTEEN.slice(4, 8)],
  [0.875, 0.25, [...SIXTEEN.slice(0, 2), ...SIXTEEN.slice(14)]],
])('from %d on, a share of %d is verified, wrapping at the end of the hash space', async (from, share, expected) => {
  const folder = await cacheOf(...SIXTEEN)
  for (const name of SIXTEEN) await appendFile(join(folder, shelfOf(name), name), 'x')
  const { looked, damaged } = await verifyMedia(folder, { from, share })
  expect(damaged).toEqual(expected.map((name) => `${shelfOf(name)}/${name}`))
  expect(looked).toBe(expected.length)
})

test('the shares of four nights verify each file once', async () => {
  const folder = await cacheOf(...SIXTEEN)
  const nights = await Promise.all([0, 0.25, 0.5, 0.75].map((from) => verifyMedia(folder, { from, share: 0.25 })))
  expect(nights.map(({ looked }) => looked)).toEqual([4, 4, 4, 4])
})

test('an interruption stops the verification', async () => {
  const folder = await cacheOf(...SIXTEEN)
  await expect(verifyMedia(folder, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop')
})

const FILE = 'media/3f/3f.jpg'

/** A cache with a media file, and a folder for another one. */
const two = async () => ({ from: await temporaryFolder({ [FILE]: 'bytes' }), to: await temporaryFolder() })

test('another cache gets the file under the same name, as a hard link', async () => {
  const { from, to } = await two()
  await shareMedia(from, to, FILE)
  expect(await readFile(join(to, FILE), 'utf8')).toBe('bytes')
  expect((await stat(join(to, FILE))).ino).toBe((await stat(join(from, FILE))).ino)
})

test('a file that cannot be linked because its name is taken is copied', async () => {
  const { from, to } = await two()
  await writeFiles(to, { [FILE]: 'old' })
  await shareMedia(from, to, FILE)
  expect(await readFile(join(to, FILE), 'utf8')).toBe('bytes')
  expect((await stat(join(to, FILE))).ino).not.toBe((await stat(join(from, FILE))).ino)
})

test('a missing file or a link is not shared', async () => {
  const { from, to } = await two()
  await symlink(join(from, FILE), join(from, 'media/3f/link.jpg'))
  for (const file of ['media/3f/none.jpg', 'media/3f/link.jpg']) {
    await shareMedia(from, to, file)
    await expect(stat(join(to, file))).rejects.toThrow('ENOENT')
  }
})
