import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { RecordKey } from '../../src/cache/layout.ts'
import { openCache } from '../../src/cache/reader.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { everything, inPieces, manifestOf, temporaryFolder, writeCache, smallCache } from './small-cache.ts'

const guide = (id: number): RecordKey => ({ kind: 'guide', id: String(id) })
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#abc' } })
    .png()
    .toBuffer()

const filesIn = async (folder: string) => (await everything(filesBelow(folder))).sort()

describe('a record', () => {
  test('is read back byte for byte', async () => {
    const body = '{"url":"https:\\/\\/repair.example\\/Guide\\/1","n":1.0,"title":"Stra\\u00dfe \u2028 ü"}\n'
    const { cache } = await smallCache({ records: [{ ...guide(1), body }] })
    expect(await cache.recordText(guide(1))).toBe(body)
  })

  test('stays hidden until the crawl is finished, and the old one is read until then', async () => {
    const { folder } = await smallCache({ records: [{ ...guide(1), body: '"old"' }] })
    expect(new CacheWriter(folder).record(guide(1), '"new"')).toBe('fetched')
    expect(await (await openCache(folder)).recordText(guide(1))).toBe('"old"')
  })

  test("that equals the last crawl's is unchanged, even after an interrupted crawl in between", async () => {
    const { folder } = await smallCache({ records: [{ ...guide(1), body: '"one"' }] })
    new CacheWriter(folder).record(guide(1), '"two"')
    const writer = new CacheWriter(folder)
    expect(writer.record(guide(1), '"one"')).toBe('unchanged')
    await writer.finish(manifestOf(), { records: [guide(1)], lists: [] })
    expect(await (await openCache(folder)).recordText(guide(1))).toBe('"one"')
  })

  test('can be written twice; the last one is kept', async () => {
    const folder = await temporaryFolder()
    const writer = new CacheWriter(folder)
    for (const body of ['1', '2']) writer.record(guide(1), body)
    expect(writer.pendingRecord(guide(1))).toBe('2')
    expect(await filesIn(folder)).toEqual(['pending/records/guide/0/1.json'])
  })
})

describe('a list', () => {
  test('whose source throws leaves nothing behind', async () => {
    const folder = await temporaryFolder()
    const writer = new CacheWriter(folder)
    async function* broken() {
      yield { guideid: 1 }
      throw new Error('connection reset')
    }
    await expect(writer.list('guides', broken())).rejects.toThrow('connection reset')
    expect(await filesIn(folder)).toEqual([])
  })

  test('that is not kept is gone after the crawl', async () => {
    const { folder } = await smallCache({ lists: { tags: ['a'], users: [] } })
    await writeCache(folder, { lists: { users: [] } })
    const cache = await openCache(folder)
    expect([cache.hasList('tags'), cache.hasList('users')]).toEqual([false, true])
  })
})

describe('a media file', () => {
  test('that the service replaced by one of another size replaces the old one', async () => {
    const url = 'https://media.example/igi/a.standard'
    const { folder } = await smallCache({ media: { [url]: await png(30, 20) } })
    await writeCache(folder, { media: { [url]: await png(10, 20) } })
    expect((await filesIn(folder)).filter((file) => file.startsWith('media'))).toHaveLength(1)
    expect((await openCache(folder)).media(url)).toMatchObject({ width: 10, height: 20 })
  })

  test('that is HTML, or an SVG longer than the examined part, is not stored', async () => {
    const folder = await temporaryFolder()
    const store = (name: string, ...pieces: string[]) =>
      new CacheWriter(folder).media.store(`https://media.example/${name}`, inPieces(...pieces.map((piece) => Buffer.from(piece))))
    const longSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><!--${' '.repeat(600_000)}--><script>alert(1)</script></svg>`
    expect(await store('a.jpg', '<!DOCTYPE html><p>Are you a robot?')).toBeUndefined()
    expect(await store('a.svg', longSvg.slice(0, 1000), longSvg.slice(1000))).toBeUndefined()
    expect(await filesIn(folder)).toEqual([])
  })

  test('whose source throws leaves nothing behind', async () => {
    const folder = await temporaryFolder()
    async function* broken() {
      yield deflateSync('x')
      throw new Error('cut')
    }
    await expect(new CacheWriter(folder).media.store('https://media.example/a.pdf', broken())).rejects.toThrow('cut')
    expect(await filesIn(folder)).toEqual([])
  })
})

test('a folder that is not writable raises an error with its path', async () => {
  const folder = await temporaryFolder({ pending: 'a file where a folder is needed' })
  expect(() => new CacheWriter(folder).record(guide(1), '1')).toThrow(/is a file where a folder is needed/)
})

test('foreign files in the folder of the cache are left alone', async () => {
  const folder = await temporaryFolder({ 'mine/README.md': 'hello' })
  await writeCache(folder, { records: [{ ...guide(1), body: '1' }] })
  expect(await readFile(join(folder, 'mine', 'README.md'), 'utf8')).toBe('hello')
})
