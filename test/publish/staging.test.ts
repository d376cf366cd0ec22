import { mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { MARKER } from '../../src/publish/marker.ts'
import { replaceSite } from '../../src/publish/replace-site.ts'
import { clearStaging, prepareStaging } from '../../src/publish/staging.ts'
import { UsageError } from '../../src/errors.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { writeFiles } from '../folders.ts'
import { differing, siteFiles } from '../site-files.ts'
import { placeNotFoundPages } from '../../src/publish/not-found.ts'

let folder: string
let out: string

beforeEach(async () => {
  folder = await temporaryFolder()
  out = join(folder, 'dist')
})

const BUILT = ['dist', 'dist.changes.json', 'dist.sha256']
const facts = { product: 'Benchbook/1', base: '/', site: '' }

/** Builds a site of one page into `out`. */
async function buildOnce(text: string, others: Record<string, string> = {}) {
  const place = await prepareStaging(out)
  await writeFiles(place.site, { 'index.html': text, ...others })
  await replaceSite(place, facts)
}

const page = () => readFile(join(out, 'index.html'), 'utf8')

describe('a build', () => {
  test('makes its folder, and the ones above it, or uses an empty one', async () => {
    await mkdir(out)
    for (const place of [out, join(folder, 'a/b/dist')]) {
      out = place
      await buildOnce('new')
      expect(await page()).toBe('new')
    }
  })

  test('replaces an earlier site, also with litter of a file manager in it, and leaves nothing else behind', async () => {
    await buildOnce('old')
    await writeFile(join(out, '.DS_Store'), '')
    await buildOnce('new')
    expect(await page()).toBe('new')
    expect(await readdir(folder)).toEqual([...BUILT, 'dist.previous'].sort())
    expect((await readdir(out)).sort()).toEqual(['.benchbook.json', 'index.html'])
  })

  test('builds into the target of a link, and keeps the link', async () => {
    await mkdir(join(folder, 'elsewhere'))
    await symlink(join(folder, 'elsewhere'), out)
    await buildOnce('new')
    expect(await readFile(join(folder, 'elsewhere/index.html'), 'utf8')).toBe('new')
    expect(await page()).toBe('new')
  })

  test('that was abandoned leaves the earlier site unchanged', async () => {
    await buildOnce('old')
    await clearStaging(await prepareStaging(out))
    expect(await page()).toBe('old')
    expect(await readdir(folder)).toEqual(BUILT)
  })
})

test.each([
  ['before the swap leaves the old site', 'old'],
  ['after the swap leaves the new one', 'new'],
])('a build that was interrupted %s', async (_, expected) => {
  await buildOnce('old')
  const cut = await prepareStaging(out)
  await rename(out, cut.before)
  if (expected === 'new') await writeFiles(out, { 'index.html': 'new', [MARKER]: await readFile(join(cut.before, MARKER), 'utf8') })
  await clearStaging(await prepareStaging(out))
  expect(await page()).toBe(expected)
  expect(await readdir(folder)).toEqual(BUILT)
})

test('the replaced site is reused for the next one, if it is complete', async () => {
  await buildOnce('one', { 'same.html': 'same' })
  await buildOnce('two', { 'same.html': 'same' })
  const previous = `${out}.previous`
  expect(await readFile(join(previous, 'index.html'), 'utf8')).toBe('one')
  const { ino } = await stat(previous)
  await buildOnce('three', { 'same.html': 'same' })
  expect((await stat(out)).ino).toBe(ino)
  expect(await readFile(join(previous, 'index.html'), 'utf8')).toBe('two')
  expect((await stat(join(previous, 'same.html'))).ino).toBe((await stat(join(out, 'same.html'))).ino)
  await writeFile(join(previous, 'thesis.txt'), 'mine')
  await buildOnce('four')
  expect((await stat(out)).ino).not.toBe(ino)
  expect((await readdir(previous)).sort()).toEqual(['.benchbook.json', 'index.html', 'same.html', 'thesis.txt'])
  expect(await page()).toBe('four')
})

test.each<[what: string, files: Record<string, string>, below: string, sentence: string]>([
  ['a folder of other files', { 'dist/thesis.txt': 'mine' }, 'dist', 'holds files that Benchbook did not make'],
  [
    'a folder with a marker that cannot be read',
    { 'dist/.benchbook.json': 'shopping list' },
    'dist',
    '.benchbook.json, by which Benchbook knows its own site, is damaged',
  ],
  ['the place beside it where a build works', { 'dist.building/plan.txt': 'mine' }, 'dist', 'something else is there'],
  ['an output that is a file', { dist: 'mine' }, 'dist', 'is a file, and the site needs a folder'],
  ['a folder below a file', { file: '' }, 'file/dist', 'is a file where a folder is needed'],
])('foreign files are never deleted: %s', async (_, files, below, sentence) => {
  await writeFiles(folder, files)
  const before = await siteFiles(folder)
  await expect(prepareStaging(join(folder, below))).rejects.toThrow(sentence)
  expect(differing(before, await siteFiles(folder))).toEqual([])
})

test('a foreign file in our site is not deleted either', async () => {
  await buildOnce('old')
  await writeFile(join(out, 'CNAME'), 'guides.example.org')
  const refused = prepareStaging(out)
  await expect(refused).rejects.toThrow(UsageError)
  await expect(refused).rejects.toThrow(`${join(out, 'CNAME')} was not made by Benchbook`)
  expect(await page()).toBe('old')
})

test('only pages "not found" of languages are moved: a guide or user with the id 404 keeps its address', async () => {
  const folders = ['404', 'de/404', 'guide/404', 'user/404', 'de/guide/404']
  const site = await temporaryFolder(Object.fromEntries(folders.map((folder) => [`${folder}/index.html`, folder])))
  await placeNotFoundPages(site, ['de', 'fr'])
  const read = (path: string) => readFile(join(site, path), 'utf8')
  expect(
    await Promise.all(['404.html', 'de/404.html', 'guide/404/index.html', 'user/404/index.html', 'de/guide/404/index.html'].map(read)),
  ).toEqual(['404', 'de/404', 'guide/404', 'user/404', 'de/guide/404'])
})
