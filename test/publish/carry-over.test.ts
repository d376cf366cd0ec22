import { link, mkdir, readFile, stat, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { carryOver } from '../../src/publish/carry-over.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { writeFiles as write } from '../folders.ts'

let folder: string
let before: string
let site: string

beforeEach(async () => {
  folder = await temporaryFolder()
  before = join(folder, 'dist')
  site = join(folder, 'dist.building/site')
})

test('equal files are the same files afterwards, others are those of the new site; both sites hold what they held', async () => {
  await write(before, { 'index.html': 'same', 'guide/1/index.html': 'old', 'guide/2/index.html': 'long gone' })
  await utimes(join(before, 'index.html'), 1, 1)
  await write(site, { 'index.html': 'same', 'guide/1/index.html': 'new', 'guide/3/index.html': 'fresh' })
  expect(await carryOver(before, site)).toEqual({
    changes: { added: ['guide/3/index.html'], changed: ['guide/1/index.html'], removed: ['guide/2/index.html'] },
    isSame: false,
    kept: new Set(['index.html']),
  })
  const [old, fresh] = await Promise.all([before, site].map((root) => stat(join(root, 'index.html'))))
  expect([fresh?.ino, fresh?.mtimeMs]).toEqual([old?.ino, 1000])
  const texts = await Promise.all([before, site].map((root) => readFile(join(root, 'guide/1/index.html'), 'utf8')))
  expect(texts).toEqual(['old', 'new'])
})

test.each([
  ['where every file is equal there is nothing to replace', true],
  ['media that the new site has copies of are not taken from the old one, which may share them with the cache', false],
])('%s', async (_, isLinked) => {
  const [old, fresh] = [join(before, 'media/3f/a.jpg'), join(site, 'media/3f/a.jpg')]
  await write(before, { 'index.html': 'same', 'media/3f/a.jpg': 'picture' })
  await write(site, { 'index.html': 'same', ...(!isLinked && { 'media/3f/a.jpg': 'picture' }) })
  await mkdir(join(site, 'media/3f'), { recursive: true })
  if (isLinked) await link(old, fresh)
  expect(await carryOver(before, site)).toEqual({
    changes: { added: [], changed: [], removed: [] },
    isSame: isLinked,
    kept: new Set(['index.html', 'media/3f/a.jpg']),
  })
  expect((await stat(fresh)).ino === (await stat(old)).ino).toBe(isLinked)
})

test('where no site was, all is added; a link in the old one is no file of ours', async () => {
  await write(site, { 'index.html': 'new' })
  expect((await carryOver(before, site)).changes.added).toEqual(['index.html'])
  await mkdir(before)
  await symlink(site, join(before, 'index.html'))
  expect((await carryOver(before, site)).changes.changed).toEqual(['index.html'])
})
