import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mediaOfPages, placeMedia } from '../../src/bundle/media.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchbook-media-'))
  await mkdir(join(folder, 'cache/media/3f'), { recursive: true })
  await mkdir(join(folder, 'dist/guide/1'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

test('the media of a site are those that its pages name, in any attribute and below any base', async () => {
  const html = `<img src="/media/3f/a-1x2.jpg" srcset="/media/3f/a-1x2.jpg 1w, /media/3f/b.png 2w"><a href='/guides/media/77/c.pdf'>
    <script>{"image":"https://my.example/media/00/d.webp"}</script><p>our media/3f/e.jpg folder</p><a href="/media/about/">`
  await writeFile(join(folder, 'dist/guide/1/index.html'), html)
  expect([...(await mediaOfPages(join(folder, 'dist')))].sort()).toEqual([
    'media/00/d.webp',
    'media/3f/a-1x2.jpg',
    'media/3f/b.png',
    'media/77/c.pdf',
  ])
})

test('media take no second place on the disk', async () => {
  await writeFile(join(folder, 'cache/media/3f/a.jpg'), 'jpg')
  await placeMedia(join(folder, 'cache'), join(folder, 'dist'), new Set(['media/3f/a.jpg']))
  const [from, to] = await Promise.all(['cache', 'dist'].map((place) => stat(join(folder, place, 'media/3f/a.jpg'))))
  expect(to?.ino).toBe(from?.ino)
})

test('a file that the cache does not hold is left out; the others are placed and counted', async () => {
  await writeFile(join(folder, 'cache/media/3f/a.jpg'), 'jpg')
  const seen: unknown[] = []
  const files = new Set(['media/3f/gone.jpg', 'media/3f/a.jpg'])
  await placeMedia(join(folder, 'cache'), join(folder, 'dist'), files, { onProgress: ({ done, known }) => seen.push([done, known]) })
  expect(await readFile(join(folder, 'dist/media/3f/a.jpg'), 'utf8')).toBe('jpg')
  await expect(stat(join(folder, 'dist/media/3f/gone.jpg'))).rejects.toThrow('ENOENT')
  expect(seen).toEqual([
    [1, 2],
    [2, 2],
  ])
})
