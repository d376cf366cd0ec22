import { link, readdir, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { assemble, compareVersions, type Overlay, overlay } from '../../src/publish/overlay.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { writeFiles as write } from '../folders.ts'
import { differing, rewritten, siteFiles } from '../site-files.ts'

let target: string
let fresh: string
let next: string
let files: Overlay

beforeEach(async () => {
  const folder = await temporaryFolder()
  target = join(folder, 'dist')
  fresh = join(folder, 'dist.building/site')
  next = join(folder, 'dist.building/next')
  files = overlay(target, fresh)
})

const NOTHING = { added: [], changed: [], removed: [] }

test('equal files remain the same files in the new version', async () => {
  await write(target, { 'index.html': 'same', 'guide/1/index.html': 'old', 'guide/4/index.html': 'kept', 'a/b': 'gone', 'a.b': 'gone' })
  await utimes(join(target, 'index.html'), 1, 1)
  await write(fresh, { 'index.html': 'same', 'guide/1/index.html': 'new', 'c/d': 'fresh', 'c.d': 'fresh' })
  files.kept.add('guide/4/index.html')
  expect((await Array.fromAsync(files.below('guide'))).sort()).toEqual([1, 4].map((id) => `guide/${id}/index.html`))
  const before = await siteFiles(target)
  const difference = await compareVersions(files)
  expect({ ...difference, moved: difference.moved.toSorted() }).toEqual({
    changes: { added: ['c.d', 'c/d'], changed: ['guide/1/index.html'], removed: ['a.b', 'a/b'] },
    moved: ['c.d', 'c/d', 'guide/1/index.html'],
    equal: new Set(['guide/4/index.html', 'index.html']),
  })
  await assemble(files, difference.moved, next)
  expect(await siteFiles(target)).toEqual(before)
  const after = await siteFiles(next)
  expect(Array.from(after.keys()).sort()).toEqual(['c.d', 'c/d', 'guide/1/index.html', 'guide/4/index.html', 'index.html'])
  expect(rewritten(before, after)).toEqual([])
  expect(differing(before, after)).toEqual(['a.b', 'a/b', 'c.d', 'c/d', 'guide/1/index.html'])
})

test.each(['new', 'same'])('equal media with the time of a %s file are moved, and are no change', async (kind) => {
  const file = 'media/3f/a.jpg'
  await write(target, { [file]: 'picture' })
  await write(fresh, kind === 'new' ? { [file]: 'picture' } : { 'media/3f/': '' })
  if (kind === 'same') await link(join(target, file), join(fresh, file))
  expect(await compareVersions(files)).toEqual({ changes: NOTHING, moved: kind === 'new' ? [file] : [], equal: new Set([file]) })
})

test('an earlier version becomes the new one, whatever it contains', async () => {
  await write(target, { 'index.html': 'kept', 'a/b': 'kept', c: 'kept', d: 'kept', 'e/f': 'kept', 'g/h': 'kept' })
  const elsewhere = join(target, '../elsewhere')
  await write(elsewhere, { f: 'mine', h: 'kept' })
  const folders = { 'd/e/': '', 'g/': '', 'p/q/': '' }
  await write(next, { a: 'file', 'c/x/y': 'below', 'guide/2/index.html': 'gone', m: 'file', 'n/o': 'below', ...folders })
  await link(join(target, 'index.html'), join(next, 'index.html'))
  await symlink(elsewhere, join(next, 'e'))
  await symlink(join(elsewhere, 'h'), join(next, 'g/h'))
  const moved = { 'm/x': '1', n: '2', p: '3' }
  await write(fresh, moved)
  for (const file of (await siteFiles(target)).keys()) files.kept.add(file)
  const before = await siteFiles(target)
  await assemble(files, Object.keys(moved), next)
  const after = await siteFiles(next)
  expect(differing(before, after)).toEqual(Object.keys(moved).sort())
  expect(rewritten(before, after)).toEqual([])
  expect((await readdir(next)).sort()).toEqual(['a', 'c', 'd', 'e', 'g', 'index.html', 'm', 'n', 'p'])
  expect(Array.from((await siteFiles(elsewhere)).keys()).sort()).toEqual(['f', 'h'])
})
