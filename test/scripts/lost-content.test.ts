import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MANIFEST_PATH, recordPath, RECORDS_PATH } from '../../src/cache/layout.ts'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { benchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { optionsFor } from '../crawl/server.ts'
import { serveSample } from '../crawl/sample.ts'
import { guide, smallService } from '../crawl/small-service.ts'
import { inSweep, sweepOr } from '../sweep.ts'

const sweepTest = inSweep(test)

/** The crawled cache of six guides, and how it is built and crawled again. */
async function six() {
  const home = await temporaryFolder()
  const [cache, out] = [join(home, 'cache'), join(home, 'dist')]
  const answers = { '/wikis/CATEGORY': { hierarchy: { Tree: null }, display_titles: {} } }
  const service = await smallService({ guides: Array.from({ length: 6 }, (_, at) => guide(at + 1)), answers })
  const again = () => crawl(optionsFor(service.url, cache))
  await again()
  return {
    again,
    build: (...flags: string[]) => benchbook(['build', '--cache', cache, '--out', out, ...flags]),
    inCache: (path: string) => join(cache, path),
    page: (id: number) => readFile(join(out, `guide/${id}/index.html`), 'utf8'),
  }
}

const WAYS: readonly (readonly [string, (path: string) => Promise<void>])[] = [
  ['deleted', (path) => rm(path)],
  ['emptied', (path) => writeFile(path, '')],
  ['cut at the end of a line', async (path) => writeFile(path, (await readFile(path, 'utf8')).replace(/^.*"kind":"guide",.*\n/gm, ''))],
  ['filled with something else', (path) => writeFile(path, Buffer.alloc(5000, 'not\x00JSON\n'))],
  [
    'replaced by a link',
    async (path) => {
      await rm(path)
      await symlink('/dev/null', path)
    },
  ],
]

describe('where the file that names the records', () => {
  test.for(sweepOr(WAYS, ([way]) => way.startsWith('cut')))('is %s, the site stays, and a crawl heals the cache', async ([, damage]) => {
    const { again, build, inCache, page } = await six()
    expect(await build()).toMatchObject({ code: 0 })
    const before = await page(3)
    const whole = await readFile(inCache(RECORDS_PATH), 'utf8')
    await damage(inCache(RECORDS_PATH))
    const refused = await build('--json')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('records.ndjson in the cache has 0 of the 6 that its crawl stored')
    expect(refused.stderr).toContain('The previous site stays')
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'ERR_UNREADABLE_SHARE', all: 6, lost: 6 } })
    expect(await page(3)).toBe(before)
    await again()
    expect(await readFile(inCache(RECORDS_PATH), 'utf8')).toBe(whole)
    expect(await build()).toMatchObject({ code: 0 })
  })
})

sweepTest('with --allow-unreadable the site is replaced all the same, and the build names what is lost', async () => {
  const { build, inCache, page } = await six()
  expect(await build()).toMatchObject({ code: 0 })
  const lines = await readFile(inCache(RECORDS_PATH), 'utf8')
  await writeFile(inCache(RECORDS_PATH), lines.replace(/^.*"kind":"guide","id":"2".*\n/m, ''))
  const built = await build()
  expect(built).toMatchObject({ code: 1 })
  expect(built.stdout).toContain('  records.ndjson: 5 of 6 left of guide\n')
  await expect(page(2)).rejects.toThrow('ENOENT')
  await writeFile(inCache(RECORDS_PATH), '')
  expect((await build()).stderr).toContain('--allow-unreadable 100')
  expect(await page(3)).toContain('<h1')
  expect(await build('--allow-unreadable', '100')).toMatchObject({ code: 1 })
  await expect(page(3)).rejects.toThrow('ENOENT')
})

sweepTest('a list that is gone keeps the site', async () => {
  const { again, build, inCache } = await six()
  expect(await build()).toMatchObject({ code: 0 })
  await rm(inCache('lists/guides.ndjson'))
  const refused = await build()
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('lists/guides.ndjson in the cache has 0 of the 6 that its crawl stored')
  await again()
  expect(await build()).toMatchObject({ code: 0 })
})

sweepTest('a cache of an older version, whose manifest has no counts, is read as before', async () => {
  const { build, inCache } = await six()
  const { stored, ...older } = JSON.parse(await readFile(inCache(MANIFEST_PATH), 'utf8')) as Record<string, unknown>
  expect(stored).toMatchObject({ records: { guide: 6 }, lists: { guides: 6 }, media: 0 })
  await writeFile(inCache(MANIFEST_PATH), JSON.stringify(older))
  await writeFile(inCache(RECORDS_PATH), '')
  expect(await build()).toMatchObject({ code: 0 })
})

sweepTest('media files that are gone are counted, all of them keep the site, and a crawl brings them back', async () => {
  const home = await temporaryFolder()
  const [cache, out] = [join(home, 'cache'), join(home, 'dist')]
  const service = await serveSample()
  const again = () => crawl(optionsFor(service.url, cache))
  const build = () => benchbook(['build', '--cache', cache, '--out', out])
  const media = async () => (await Array.fromAsync(filesBelow(cache, 'media'))).sort()
  const { manifest } = await again()
  const files = await media()
  expect((await openCache(cache)).manifest.stored?.media).toBe(files.length)
  expect(await build()).toMatchObject({ code: 0 })
  await rm(join(cache, files[7] ?? ''))
  const built = await build()
  expect(built.code).toBe(1)
  expect(built.stdout).toContain(`  media: ${files.length - 1} of ${files.length} left of its files\n`)
  await rm(join(cache, 'media'), { recursive: true })
  const refused = await build()
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(`media in the cache has 0 of the ${files.length} that its crawl stored`)
  expect(refused.stderr).toContain('The previous site stays')
  expect((await again()).manifest.stored).toEqual(manifest.stored)
  expect(await media()).toEqual(files)
  expect(await build()).toMatchObject({ code: 0 })
})

sweepTest('a category tree that is gone keeps the site, which would lose its categories', async () => {
  const { again, build, inCache } = await six()
  const tree = inCache(recordPath({ kind: 'hierarchy', id: '' }))
  expect(await build()).toMatchObject({ code: 0 })
  await rm(tree)
  const refused = await build()
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('records in the cache has 0 of the 1 that its crawl stored')
  await again()
  expect(await readFile(tree, 'utf8')).toContain('Tree')
  expect(await build()).toMatchObject({ code: 0 })
})
