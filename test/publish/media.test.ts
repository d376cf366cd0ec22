import { createHash } from 'node:crypto'
import { appendFile, chmod, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { mediaIn, placeMedia } from '../../src/publish/media.ts'
import { MEDIA_DIGEST_LENGTH } from '../../src/cache/layout.ts'
import { asAnotherUser } from '../as-another-user.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

let folder: string

beforeEach(async () => {
  folder = await temporaryFolder({ 'cache/media/3f/': '', 'dist/guide/1/': '' })
})

test('the media of a page are those named in any attribute and below any base, each once', () => {
  const html = `<img src="/media/3f/a-1x2.jpg" srcset="/media/3f/a-1x2.jpg 1w, /media/3f/b.png 2w"><a href='/guides/media/77/c.pdf'>
    <script>{"image":"https://my.example/media/00/d.webp"}</script><p>our media/3f/e.jpg folder</p><a href="/media/about/">`
  expect(mediaIn(html).sort()).toEqual(['media/00/d.webp', 'media/3f/a-1x2.jpg', 'media/3f/b.png', 'media/77/c.pdf'])
  expect(mediaIn('<img src="../../../media/3f/a1/3fa1-1x2.jpg">')).toEqual(['media/3f/a1/3fa1-1x2.jpg'])
})

const FILE = 'media/3f/a.jpg'
const inFolder = (place: string) => join(folder, place, FILE)
const statOf = (place: string) => stat(inFolder(place), { bigint: true })
const ages = async (place: string) => {
  const { ino, mtimeNs } = await statOf(place)
  return { ino, mtimeNs }
}
/** Places a file of the cache into a site, like a build over an existing site. */
const place = (before: string, site: string, link = false, file = FILE) =>
  placeMedia({ cache: join(folder, 'cache'), before: join(folder, before), site: join(folder, site) }, new Set([file]), { link })

test('a write to a file of the site does not change the cache', async () => {
  await writeFile(inFolder('cache'), 'jpg')
  await place('none', 'dist')
  await appendFile(inFolder('dist'), '!')
  expect(await readFile(inFolder('cache'), 'utf8')).toBe('jpg')
})

test('with links, media take no additional space on the disk', async () => {
  await writeFile(inFolder('cache'), 'jpg')
  await place('none', 'dist', true)
  expect(await ages('dist')).toEqual(await ages('cache'))
})

test('a file of the previous site is not copied again, whatever its times', async () => {
  await writeFile(inFolder('cache'), 'jpg')
  await place('none', 'dist')
  await place('dist', 'next')
  expect(await ages('next')).toEqual(await ages('dist'))
  await utimes(inFolder('dist'), 1, 1)
  await place('dist', 'last')
  expect(await ages('last')).toEqual(await ages('dist'))
})

test.each([
  ['was appended to', (path: string) => appendFile(path, '!')],
  ['holds something else of that length', (path: string) => writeFile(path, 'gif')],
  ['is missing', (path: string) => rm(path)],
])('a file of the previous site that %s is copied again, and itself not changed', async (_, spoil) => {
  await writeFile(inFolder('cache'), 'jpg')
  await place('none', 'dist')
  await spoil(inFolder('dist'))
  await utimes(inFolder('dist'), 1, 1).catch(() => undefined)
  const spoilt = await readFile(inFolder('dist'), 'utf8').catch(() => undefined)
  await place('dist', 'next')
  expect(await readFile(inFolder('next'), 'utf8')).toBe('jpg')
  expect(await readFile(inFolder('dist'), 'utf8').catch(() => undefined)).toBe(spoilt)
})

test('if the previous site had links, the next one has copies', async () => {
  await writeFile(inFolder('cache'), 'jpg')
  await place('none', 'dist', true)
  await place('dist', 'next')
  expect((await statOf('next')).ino).not.toBe((await statOf('cache')).ino)
  expect(Math.abs(Number((await statOf('next')).mtimeMs - (await statOf('cache')).mtimeMs))).toBeLessThan(2)
})

test('a file missing from the cache is left out; the others are placed and counted', async () => {
  await writeFile(join(folder, 'cache/media/3f/a.jpg'), 'jpg')
  const seen: unknown[] = []
  const files = new Set(['media/3f/gone.jpg', 'media/3f/a.jpg'])
  await placeMedia({ cache: join(folder, 'cache'), before: join(folder, 'none'), site: join(folder, 'dist') }, files, {
    onProgress: ({ done, known }) => seen.push(`${done} of ${known}`),
  })
  expect(await readFile(join(folder, 'dist/media/3f/a.jpg'), 'utf8')).toBe('jpg')
  await expect(stat(join(folder, 'dist/media/3f/gone.jpg'))).rejects.toThrow('ENOENT')
  expect(seen).toEqual(['1 of 2', '2 of 2'])
})

const NAMED = `media/3f/3f0123456789abcdef01-4x3-3-${createHash('sha256').update('jpg').digest('hex').slice(0, MEDIA_DIGEST_LENGTH)}.jpg`
const placeNamed = (before: string, site: string, link = false) => place(before, site, link, NAMED)
const bytesIn = (place: string) => readFile(join(folder, place, NAMED), 'utf8')

describe.each(Object.entries({ 'as copies': false, 'as links': true }))('a damaged file of the cache, placed %s', (_, link) => {
  test.each(['gif', 'jp', 'jpg!'])('is named each time, and shown if there is nothing better (%s)', async (bytes) => {
    await writeFile(join(folder, 'cache', NAMED), bytes)
    expect(await placeNamed('none', 'first', link)).toEqual([NAMED])
    expect(await bytesIn('first')).toBe(bytes)
    expect(await placeNamed('first', 'second', link)).toEqual([NAMED])
    expect(await bytesIn('second')).toBe(bytes)
  })

  test('is named, and an undamaged copy of the previous site is kept', async () => {
    await writeFile(join(folder, 'cache', NAMED), 'jpg')
    expect(await placeNamed('none', 'first')).toEqual([])
    await writeFile(join(folder, 'cache', NAMED), 'gif')
    await utimes(join(folder, 'cache', NAMED), 5, 5)
    expect(await placeNamed('first', 'second', link)).toEqual([NAMED])
    expect(await bytesIn('second')).toBe('jpg')
  })

  test('is no longer named once it is repaired', async () => {
    await writeFile(join(folder, 'cache', NAMED), 'gif')
    await placeNamed('none', 'first', link)
    await rm(join(folder, 'cache', NAMED))
    await writeFile(join(folder, 'cache', NAMED), 'jpg')
    expect(await placeNamed('first', 'second', link)).toEqual([])
    expect(await bytesIn('second')).toBe('jpg')
  })
})

test.for([
  [NAMED, 'jpg'],
  [NAMED.replace('.jpg', '.svg'), undefined],
  [FILE, undefined],
] as const)(
  '%s, unreadable for this user, is named and alone lost; an undamaged copy of the previous site is kept',
  async ([file, kept], { skip }) => {
    skip(process.platform === 'win32', 'Windows has no such modes.')
    const [cache, before, site] = ['cache', 'first', 'second'].map((name) => join(folder, name)) as [string, string, string]
    await writeFile(join(cache, file), 'jpg')
    await writeFile(join(cache, 'media/3f/other.jpg'), 'other')
    const files = new Set([file, 'media/3f/other.jpg'])
    await placeMedia({ cache, before: join(folder, 'none'), site: before }, files)
    await utimes(join(cache, file), 5, 5)
    await chmod(join(cache, file), 0)
    for (const path of [folder, cache, before]) await chmod(path, 0o777)
    const places = (at: string) => ({ cache, before: at, site: join(site, at === before ? 'again' : 'new') })
    await asAnotherUser(async () => {
      await mkdir(site)
      expect(await placeMedia(places(before), files)).toEqual([file])
      expect(await placeMedia(places(join(folder, 'none')), files)).toEqual([file])
    })
    expect(await readFile(join(site, 'again', file), 'utf8').catch(() => undefined)).toBe(kept)
    expect(await readFile(join(site, 'again/media/3f/other.jpg'), 'utf8')).toBe('other')
    expect(await readFile(join(site, 'new/media/3f/other.jpg'), 'utf8')).toBe('other')
    await expect(stat(join(site, 'new', file))).rejects.toThrow('ENOENT')
  },
)

test('a damaged SVG is named too, and the one of the previous site is kept', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><path d="M0 0h4"/></svg>'
  const digest = createHash('sha256').update(svg).digest('hex').slice(0, MEDIA_DIGEST_LENGTH)
  const drawing = `media/3f/3f0123456789abcdef02-4x3-${svg.length}-${digest}.svg`
  const placeDrawing = (before: string, site: string) => place(before, site, false, drawing)
  await writeFile(join(folder, 'cache', drawing), svg)
  expect(await placeDrawing('none', 'first')).toEqual([])
  const placed = await readFile(join(folder, 'first', drawing), 'utf8')
  await writeFile(join(folder, 'cache', drawing), svg.replace('h4', 'h1'))
  expect(await placeDrawing('first', 'second')).toEqual([drawing])
  expect(await readFile(join(folder, 'second', drawing), 'utf8')).toBe(placed)
  expect(await placeDrawing('none', 'third')).toEqual([drawing])
})
