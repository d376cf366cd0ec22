import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { mergeFolder } from '../../src/disk/merge.ts'
import { inPieces, temporaryFolder } from '../cache/small-cache.ts'
import { PIXEL } from '../crawl/server.ts'
import { mediaHash } from '../../src/cache/layout.ts'
import { forgetReplaced, MediaWriter } from '../../src/cache/media/media-writer.ts'
import { MediaIndex } from '../../src/cache/media/media-index.ts'

const identityOf = async (path: string): Promise<number> => (await stat(path)).ino

test('a folder moves as a whole if the target does not exist', async () => {
  const from = await temporaryFolder({ 'records/guide/0/1.json': 'one' })
  const to = await temporaryFolder()
  const before = await identityOf(join(from, 'records'))
  const changed = new Set<string>()
  await mergeFolder(from, to, 'records', changed)
  expect(await identityOf(join(to, 'records'))).toBe(before)
  expect([...changed]).toEqual(['.'])
  expect(await readdir(from)).toEqual([])
})

test('in an existing folder, files are kept unless replaced, and new folders move as a whole', async () => {
  const from = await temporaryFolder({ 'records/guide/0/1.json': 'new', 'records/guide/1/1000.json': 'new', 'records/site.json': 'new' })
  const to = await temporaryFolder({ 'records/guide/0/1.json': 'old', 'records/guide/0/2.json': 'old' })
  const before = await identityOf(join(from, 'records/guide/1'))
  const changed = new Set<string>()
  await mergeFolder(from, to, 'records', changed)
  const texts = ['guide/0/1', 'guide/0/2', 'guide/1/1000', 'site'].map((name) => readFile(join(to, `records/${name}.json`), 'utf8'))
  expect(await Promise.all(texts)).toEqual(['new', 'old', 'new', 'new'])
  expect(await identityOf(join(to, 'records/guide/1'))).toBe(before)
  expect([...changed].sort()).toEqual(['records', 'records/guide', 'records/guide/0'])
})

test('an already moved folder is not missed', async () => {
  const to = await temporaryFolder({ 'media/3f/a.jpg': 'a' })
  await mergeFolder(await temporaryFolder(), to, 'media', new Set())
  expect(await readFile(join(to, 'media/3f/a.jpg'), 'utf8')).toBe('a')
})

/** By name, the new one sorts once before and once after the old one. */
test.each([0, 10])('a picture whose length has changed, by %d, replaces the old one', async (more) => {
  const folder = await temporaryFolder()
  const url = 'https://media.example/a.gif'
  const [old, next] = [Buffer.concat([PIXEL, Buffer.alloc(5)]), Buffer.concat([PIXEL, Buffer.alloc(more)])]
  for (const bytes of [old, next]) {
    await new MediaWriter(folder).store(url, inPieces(bytes))
    await forgetReplaced(folder)
    await mergeFolder(join(folder, 'pending'), folder, 'media', new Set())
  }
  const found = new MediaIndex(folder).find(mediaHash(url)) ?? ''
  expect(found).toMatch(new RegExp(`-${next.length}-[0-9a-f]{12}\\.gif$`))
  expect(await readdir(dirname(join(folder, found)))).toHaveLength(1)
})
