import { appendFile, readFile, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyMedia } from '../../../src/cache/media/media-damage.ts'
import { writeFiles } from '../../folders.ts'
import { temporaryFolder } from '../small-cache.ts'
import { shareMedia } from '../../../src/cache/media/stored-media.ts'

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
