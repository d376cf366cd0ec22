import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { claimCache } from '../../src/cache/claim.ts'
import { formerRecordPath, mediaPath, type RecordKey, recordPath } from '../../src/cache/layout.ts'
import { mediaShelves } from '../../src/cache/media/media-index.ts'
import { CacheReader, openCache } from '../../src/cache/reader.ts'
import { verifyMedia } from '../../src/cache/media/media-damage.ts'
import { writeFiles } from '../folders.ts'
import { everything, manifestOf, temporaryFolder, writeCache } from './small-cache.ts'

const SOURCE = manifestOf().source
const GUIDE: RecordKey = { kind: 'guide', id: '1' }
let cache: string
/** Foreign files that do not belong to a cache. */
let elsewhere: string

beforeEach(async () => {
  cache = await temporaryFolder()
  elsewhere = await temporaryFolder({ 'own.json': '{"guideid":1}' })
})

const linkTo = async (target: string, path: string): Promise<void> => {
  await mkdir(dirname(join(cache, path)), { recursive: true })
  await symlink(target, join(cache, path))
}

describe.skipIf(process.platform === 'win32')('a folder of a cache that is a link is refused for reading and crawling:', () => {
  test.each([
    ...['records', 'records/user', 'records/user/0', 'records/wiki', 'records/wiki/CATEGORY', 'records/wiki/CATEGORY/3f'],
    ...['lists', 'media', 'media/3f', 'pending', 'pending/records', 'pending/media/3f'],
  ])('%s', async (path) => {
    await writeFile(join(cache, 'manifest.json'), JSON.stringify(manifestOf()))
    await linkTo(elsewhere, path)
    const sentence = `${join(cache, path)} is a link`
    await expect(openCache(cache)).rejects.toThrow(sentence)
    await expect(claimCache(cache, SOURCE)).rejects.toThrow(sentence)
    expect(await readdir(elsewhere)).toEqual(['own.json'])
  })
})

describe.skipIf(process.platform === 'win32')('a file of a cache that is a link counts as missing:', () => {
  test.each(['lists/guides.ndjson', 'records.ndjson', 'stale.ndjson'])('%s', async (path) => {
    await writeFile(join(elsewhere, 'lines'), '{"kind":"guide","id":"1","path":"x","since":"x"}\n')
    await linkTo(join(elsewhere, 'lines'), path)
    const reader = new CacheReader({ folder: cache, manifest: manifestOf() })
    expect(await everything(reader.list('guides'))).toEqual([])
    expect(reader.hasList('guides')).toBe(false)
    expect(await reader.listLength('guides')).toBeUndefined()
    expect(await everything(reader.keys())).toEqual([])
    expect(await reader.staleSince(GUIDE)).toBeUndefined()
  })

  test('the manifest', async () => {
    await writeFile(join(elsewhere, 'manifest.json'), JSON.stringify(manifestOf()))
    await linkTo(join(elsewhere, 'manifest.json'), 'manifest.json')
    await expect(openCache(cache)).rejects.toThrow('holds no finished crawl')
  })

  test('media, which are neither verified nor decoded', async () => {
    await writeCache(cache, {})
    const [file, shelf] = ['1', '2'].map((name) => mediaPath(`https://media.test/${name}`, { extension: 'png', length: 3 }))
    if (!file || !shelf) throw new Error('There are no paths.')
    await writeFile(join(elsewhere, shelf.slice('media/3f/'.length)), 'own')
    await linkTo(join(elsewhere, 'own.json'), file)
    await linkTo(elsewhere, dirname(shelf))
    expect((await everything(mediaShelves(cache))).flat()).toEqual([])
    expect(await verifyMedia(cache)).toEqual({ looked: 0, damaged: [], unknown: [] })
  })
})

describe('a list in a foreign cache names no file outside of the cache:', () => {
  const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
  /** Two folders above a kind of record. */
  const outside = () => `../../${elsewhere.slice(dirname(cache).length + 1)}/own`

  test('invalid keys of records are ignored', async () => {
    const none = [
      { kind: outside(), id: '' },
      { kind: 'constructor', id: '' },
      { kind: 'guide' },
      { kind: 'guide', id: 1 },
      { ...GUIDE, lang: 1 },
    ]
    await writeFile(join(cache, 'records.ndjson'), lines(...none, 'guide', null, [], GUIDE))
    expect(await everything(new CacheReader({ folder: cache, manifest: manifestOf() }).keys())).toEqual([GUIDE])
  })

  test('a resumed crawl deletes and moves nothing outside', async () => {
    const key = { kind: outside(), id: '' } as unknown as RecordKey
    expect(join(cache, recordPath(key))).toBe(join(elsewhere, 'own.json'))
    const former = { kind: `../../${elsewhere.slice(dirname(cache).length + 1)}`, id: 'Kettle' } as unknown as RecordKey
    const formerly = join(cache, formerRecordPath(former) ?? '')
    const manifest = JSON.stringify(manifestOf({ format: 1 }))
    await writeFiles(cache, {
      [formerRecordPath(former) ?? '']: '{}',
      'manifest.json': manifest,
      'pending/manifest.json': manifest,
      'records.ndjson': lines(key, former),
      'pending/records.ndjson': '',
      'pending/lists.json': '[]',
      'pending/sweep.txt': `../${elsewhere.slice(dirname(cache).length + 1)}/own.json\nmedia/../../x\n`,
    })
    await claimCache(cache, SOURCE)
    expect(await readFile(join(elsewhere, 'own.json'), 'utf8')).toBe('{"guideid":1}')
    expect(await readFile(formerly, 'utf8')).toBe('{}')
  })
})
