import { readdirSync, statSync } from 'node:fs'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Colour, ColourTable } from '../../src/cache/colours.ts'
import { mediaHash, mediaPath } from '../../src/cache/layout.ts'
import { lockCache } from '../../src/cache/lock/lock.ts'
import { openCache } from '../../src/cache/reader.ts'
import { colourPictures } from '../../src/colours/colour-pictures.ts'
import { CacheError } from '../../src/errors.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { BLUE, bomb, distance, endless, plain, RED } from './pictures.ts'

const SAMPLE = resolve(import.meta.dirname, '../../sample')
const NOTHING = { coloured: 0, transparent: 0, large: 0, unreadable: 0 }
const urlOf = (name: string) => `https://media.example/${name}`
const pass = (folder: string, options: Partial<Parameters<typeof colourPictures>[1]> = {}) =>
  colourPictures(folder, { signal: new AbortController().signal, ...options })

/** A cache of pictures; `image` is what its one guide shows. */
async function cacheOf(media: Record<string, Uint8Array>, image: Record<string, string> = {}): Promise<string> {
  const folder = await temporaryFolder()
  await writeCache(folder, {
    records: [{ kind: 'guide', id: '1', body: { guideid: 1, steps: [{ media: { data: [{ id: 5, ...image }] } }] } }],
    media: Object.fromEntries(Object.entries(media).map(([name, bytes]) => [urlOf(name), bytes])),
  })
  return folder
}

async function colourOf(folder: string, name: string): Promise<number | undefined> {
  const cache = await openCache(folder)
  const media = cache.media(urlOf(name))
  return media && cache.colour(media)
}

async function known(folder: string, ...names: string[]): Promise<Colour[]> {
  const table = ColourTable.read(folder)
  return names.map((name) => table.at(table.indexOf(mediaHash(urlOf(name)))))
}

const red = await plain(RED).png().toBuffer()
const blue = await plain(BLUE, 640, 480).png().toBuffer()

test('the smallest copy gives its colour to all sizes of a picture', async () => {
  const media = { 'a.thumbnail': red, 'a.large': blue, 'a.huge': blue }
  const folder = await cacheOf(media, { large: urlOf('a.large'), thumbnail: urlOf('a.thumbnail'), huge: urlOf('a.huge') })
  expect(await colourOf(folder, 'a.large')).toBeUndefined()
  expect(await pass(folder)).toEqual({ ...NOTHING, coloured: 1 })
  for (const name of Object.keys(media)) expect(await colourOf(folder, name)).toBe(RED)
})

test('a size gives its colour when the smaller ones were not copied; a picture that no record has in sizes has its own', async () => {
  const folder = await cacheOf({ 'a.large': blue, 'prose.png': red }, { thumbnail: urlOf('a.thumbnail'), large: urlOf('a.large') })
  expect(await pass(folder)).toEqual({ ...NOTHING, coloured: 2 })
  expect([await colourOf(folder, 'a.large'), await colourOf(folder, 'prose.png')]).toEqual([BLUE, RED])
})

test('sizes that are of several pictures at once lead nowhere but to one of them, whatever a service says', async () => {
  const names = ['a', 'b', 'c', 'd']
  const folder = await temporaryFolder()
  const pair = (small: string, large: string) => ({ mini: urlOf(small), huge: urlOf(large) })
  const images = [pair('a', 'b'), pair('b', 'a'), pair('c', 'a'), pair('b', 'c'), pair('d', 'c'), pair('a', 'd'), pair('a', 'a')]
  await writeCache(folder, {
    records: [{ kind: 'guide', id: '1', body: { images } }],
    media: Object.fromEntries(names.map((name) => [urlOf(name), red])),
  })
  expect(await pass(folder)).toEqual({ ...NOTHING, coloured: 1 })
  expect(await known(folder, ...names)).toEqual([RED, RED, RED, RED])
})

test('the second pass decodes nothing and writes nothing; a new picture is decoded alone; what is gone goes', async () => {
  const folder = await cacheOf({ a: red, b: blue })
  await pass(folder)
  const before = statSync(join(folder, 'colours.txt'), { bigint: true })
  expect(await pass(folder)).toEqual(NOTHING)
  expect(statSync(join(folder, 'colours.txt'), { bigint: true })).toMatchObject({ ino: before.ino, mtimeNs: before.mtimeNs })
  const added = mediaPath(urlOf('c'), { extension: 'png', width: 64, height: 48 })
  await mkdir(dirname(join(folder, added)), { recursive: true })
  await writeFile(join(folder, added), red)
  expect(await pass(folder)).toEqual({ ...NOTHING, coloured: 1 })
  await rm(join(folder, added))
  expect(await pass(folder)).toEqual(NOTHING)
  expect(await known(folder, 'a', 'b', 'c')).toEqual([RED, BLUE, 'unknown'])
  expect(ColourTable.read(folder).length).toBe(2)
})

test('a cut table is made anew, the same', async () => {
  const folder = await cacheOf({ a: red, b: blue })
  await pass(folder)
  const path = join(folder, 'colours.txt')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.slice(0, 40))
  expect(await pass(folder)).toEqual({ ...NOTHING, coloured: 2 })
  expect(await readFile(path, 'utf8')).toBe(text)
})

test('pictures that have no colour are counted by why, and are not looked at again', async () => {
  const folder = await cacheOf({
    shining: await plain(RED, 8, 8, 0.5).png().toBuffer(),
    cut: blue.subarray(0, 60),
    vast: await plain(RED, 2000, 1001).png().toBuffer(),
    foreign: await plain(RED).avif().toBuffer(),
    whole: red,
  })
  expect(await pass(folder)).toEqual({ coloured: 1, transparent: 1, large: 1, unreadable: 1 })
  expect(await colourOf(folder, 'shining')).toBeUndefined()
  expect(await pass(folder)).toEqual(NOTHING)
})

test('a bomb under a small name and a picture without end have no colour; the one after them has', async () => {
  const folder = await cacheOf({ z: red })
  for (const [name, bytes, extension] of [
    ['bomb', bomb(), 'png'],
    ['endless', await endless(), 'jpg'],
  ] as const) {
    const path = join(folder, mediaPath(urlOf(name), { extension, width: 64, height: 48 }))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  expect(await pass(folder, { maxCpuMs: 500 })).toEqual({ ...NOTHING, coloured: 1, unreadable: 2 })
})

test('an interruption keeps what was found, and the next pass does the rest', async () => {
  const folder = await cacheOf(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}`, red])))
  const controller = new AbortController()
  const onProgress = (done: number) => done === 3 && controller.abort(new Error('enough'))
  await expect(pass(folder, { signal: controller.signal, onProgress })).rejects.toThrow('enough')
  const found = await known(folder, ...Array.from({ length: 20 }, (_, at) => `${at}`))
  expect(found.filter((colour) => colour === RED)).toHaveLength(3)
  expect(await pass(folder)).toEqual({ ...NOTHING, coloured: 17 })
})

test('nothing is looked at while a crawl is at work, and a crawl can begin afterwards', async () => {
  const folder = await cacheOf({ a: red })
  const lock = await lockCache(folder, () => undefined)
  await expect(pass(folder)).rejects.toThrow(CacheError)
  await lock.release()
  await pass(folder)
  await (await lockCache(folder, () => expect.unreachable('the lock was left'))).release()
})

test('of pictures of the sample, another decoder finds the same colours', async () => {
  const folder = await temporaryFolder()
  await writeCache(folder, {})
  const some = readdirSync(join(SAMPLE, 'media'), { recursive: true })
    .map(String)
    .filter((name) => /-\d{1,4}x\d{1,3}\.(jpg|png|webp|gif)$/.test(name))
    .filter((name, at) => at % 15 === 0 || !name.endsWith('.webp'))
  expect(new Set(some.map((name) => name.split('.').at(-1)))).toEqual(new Set(['jpg', 'png', 'webp', 'gif']))
  for (const name of some) {
    await mkdir(dirname(join(folder, 'media', name)), { recursive: true })
    await copyFile(join(SAMPLE, 'media', name), join(folder, 'media', name))
  }
  const { coloured, transparent } = await pass(folder)
  expect(coloured + transparent).toBe(some.length)
  const table = ColourTable.read(folder)
  for (const name of some) {
    const { channels, isOpaque } = await sharp(join(SAMPLE, 'media', name)).stats()
    const [r = 0, g = r, b = r] = channels.map(({ mean }) => Math.round(mean))
    const colour = table.at(table.indexOf(name.slice(3, 23)))
    if (isOpaque) expect(distance(Number(colour), (r << 16) | (g << 8) | b), name).toBeLessThanOrEqual(3)
    else expect(colour, name).toBe('none')
  }
})
