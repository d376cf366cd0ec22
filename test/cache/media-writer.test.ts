import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { mediaHash } from '../../src/cache/layout.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { inPieces, manifestOf, temporaryFolder, writeCache } from './small-cache.ts'

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const [SEEN, OTHER] = ['https://media.example/seen.gif', 'https://media.example/other.gif']
const NOTHING = { records: [], lists: [] }

/** A folder in which a crawl was killed after it had stored two files, and where they lie. */
async function cutShort(): Promise<{ folder: string; left: string[] }> {
  const folder = await temporaryFolder()
  const writer = new CacheWriter(folder)
  for (const url of [SEEN, OTHER]) await writer.media(url, inPieces(GIF.subarray(0, 20), GIF.subarray(20)))
  const entries = await readdir(join(folder, 'pending/media'), { recursive: true, withFileTypes: true })
  const left = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return { folder, left }
}

test('a file stays hidden until its crawl is finished', async () => {
  const { folder } = await cutShort()
  await writeCache(folder, {})
  expect((await openCache(folder)).media(SEEN)?.file).toBe(`media/${mediaHash(SEEN).slice(0, 2)}/${mediaHash(SEEN)}-1x1.gif`)
})

test('what a crawl that was cut short has stored is not wanted again', async () => {
  const { folder } = await cutShort()
  const writer = new CacheWriter(folder)
  expect([SEEN, OTHER, 'https://media.example/third.gif'].map((url) => writer.hasMedia(url))).toEqual([true, true, false])
})

test('a file of which a loss of power left a part does not pass for the whole', async () => {
  const { folder, left } = await cutShort()
  for (const path of left) await truncate(path, GIF.length - 1)
  const writer = new CacheWriter(folder)
  expect(writer.hasMedia(SEEN)).toBe(false)
  await writer.media(SEEN, inPieces(GIF))
  await writer.sweep((hash) => hash === mediaHash(SEEN))
  await writer.finish(manifestOf(), NOTHING)
  const cache = await openCache(folder)
  expect([cache.media(SEEN)?.width, cache.media(OTHER)]).toEqual([1, undefined])
})

test('what a crawl that was cut short has stored and the next one does not name goes', async () => {
  const { folder } = await cutShort()
  const writer = new CacheWriter(folder)
  await writer.sweep((hash) => hash === mediaHash(OTHER))
  await writer.finish(manifestOf(), NOTHING)
  const cache = await openCache(folder)
  expect([cache.media(SEEN), cache.media(OTHER)?.width]).toEqual([undefined, 1])
})
