import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { expect, test } from 'vitest'
import { placeMedia } from '../../src/publish/media.ts'
import { mediaPath, recordPath } from '../../src/cache/layout.ts'
import { CacheReader } from '../../src/cache/reader.ts'
import { refuseUnmanagedFolder } from '../../src/cache/refused-folder.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { folder, optionsFor } from '../crawl/server.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { manifestOf } from './small-cache.ts'

test.each([
  ['a manifest of another program', { 'manifest.json': '{"name":"my extension","version":"1"}' }],
  ['a manifest that is no JSON', { 'manifest.json': 'not ours' }],
  ['photographs', { 'holiday.jpg': 'x' }],
  ['a project', { 'package.json': '{}', '.gitignore': 'x' }],
])('a crawl touches nothing in a folder with %s', async (_, files) => {
  const service = await smallService({ guides: guides(1) })
  const cache = await folder(files)
  await expect(crawl(optionsFor(service.url, cache))).rejects.toThrow(/was not made by a crawl, which wants a folder of its own/)
  expect((await readdir(cache)).sort()).toEqual(Object.keys(files).sort())
  expect(service.asked).toEqual([])
})

test.each([parse(process.cwd()).root, homedir()])('%s is never a cache, whatever it contains', async (path) => {
  await expect(refuseUnmanagedFolder(path)).rejects.toThrow(/is no folder for a cache/)
})

/** A folder with a manifest, and nothing else that a crawl leaves. */
const withManifest = (text: string) => folder({ 'manifest.json': text, 'notes.txt': 'x' })

test('a manifest with a format and a source is accepted, whatever is next to it', async () => {
  await expect(refuseUnmanagedFolder(await withManifest('{"format":2,"source":"https://repair.example/api/2.0"}'))).resolves.toBeUndefined()
})

test.each(['', 'null', '"format source"', '1', '[]', '{}', '{"format":2}', '{"source":"x"}'])(
  'the manifest %j is refused',
  async (text) => {
    const cache = await withManifest(text)
    await expect(refuseUnmanagedFolder(cache)).rejects.toMatchObject({
      message: expect.stringContaining('manifest.json was not made by a crawl') as string,
      code: 'ERR_CACHE_FOREIGN',
      facts: { option: 'cache', path: cache },
    })
  },
)

test.each(['pending', 'records.ndjson', 'report.ndjson', 'crawl.lock'])('a folder with %s counts as left by a crawl', async (name) => {
  const cache = await withManifest('{"form')
  await writeFile(join(cache, name), '')
  await expect(refuseUnmanagedFolder(cache)).resolves.toBeUndefined()
})

test('a crawl accepts an empty folder, one with a note of its owner, and its own, damaged or not', async () => {
  const service = await smallService({ guides: guides(1) })
  const cache = await folder({ 'README.md': 'Crawled on Mondays.' })
  await crawl(optionsFor(service.url, cache))
  await writeFile(join(cache, 'notes.txt'), 'x')
  await crawl(optionsFor(service.url, cache))
  await writeFile(join(cache, 'manifest.json'), '{"form')
  await crawl(optionsFor(service.url, cache))
  expect(await readFile(join(cache, 'manifest.json'), 'utf8')).toContain('"source"')
})

test.skipIf(process.platform === 'win32')('no link in a cache is followed: to a record, a picture, a file or a folder', async () => {
  const [cache, out, secret] = [await folder(), await folder(), await folder({ 'secret.json': '{"guideid":1}' })]
  const key = { kind: 'guide', id: '1' } as const
  const [one, other] = ['https://media.test/1', 'https://media.test/2'].map((url) => mediaPath(url, { extension: 'jpg' }))
  if (!one || !other) throw new Error('There are no paths.')
  await mkdir(dirname(join(cache, recordPath(key))), { recursive: true })
  await symlink(join(secret, 'secret.json'), join(cache, recordPath(key)))
  await mkdir(dirname(join(cache, one)), { recursive: true })
  await symlink(join(secret, 'secret.json'), join(cache, one))
  await writeFile(join(secret, other.slice(other.lastIndexOf('/') + 1)), 'secret')
  await symlink(secret, dirname(join(cache, other)))
  const reader = new CacheReader({ folder: cache, manifest: manifestOf() })
  expect(await reader.record(key)).toBeUndefined()
  expect(reader.recordBytes(key)).toBeUndefined()
  for (const url of ['https://media.test/1', 'https://media.test/2']) expect(reader.media(url)).toBeUndefined()
  await placeMedia({ cache, before: join(out, 'before'), site: out }, new Set([one, other]))
  expect((await readdir(out, { recursive: true })).filter((name) => name.includes('.'))).toEqual([])
})
