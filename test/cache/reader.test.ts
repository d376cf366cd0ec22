import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { formerRecordPath, recordPath } from '../../src/cache/layout.ts'
import { lockCache } from '../../src/cache/lock/lock.ts'
import { finishedMark } from '../../src/cache/manifest.ts'
import { LARGE_CHARACTERS } from '../../src/cache/objections.ts'
import { CacheReader, openCache } from '../../src/cache/reader.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { CacheError, ContentError } from '../../src/errors.ts'
import { everything, manifestOf, temporaryFolder, writeCache } from './small-cache.ts'

describe('opening', () => {
  const refused = async (folder: string, sentence: RegExp): Promise<CacheError> => {
    const error: unknown = await openCache(folder).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CacheError)
    expect((error as CacheError).message).toMatch(sentence)
    return error as CacheError
  }

  test('a folder that is not there says how to make one', async () => {
    await refused(
      join(await temporaryFolder(), 'none'),
      /^There is no cache in .*none\. Run "benchbook crawl `source` URL `cache` .*none" first/,
    )
  })

  test('a file in place of a folder is no cache either', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    await refused(file, /^There is no cache in /)
  })

  test('an empty folder holds no finished crawl', async () => {
    await refused(await temporaryFolder(), /holds no finished crawl/)
  })

  test('an unfinished crawl asks to be gone on with', async () => {
    const folder = await temporaryFolder()
    new CacheWriter(folder).record({ kind: 'guide', id: '1' }, '{}')
    await refused(folder, /has not finished.* Run the same "benchbook crawl" again/)
  })

  test('a newer format asks for a newer Benchbook', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ format: 99, anything: 'else' }))
    const error = await refused(folder, /has format 99, this Benchbook reads up to 2\. Update Benchbook/)
    expect(error).toMatchObject({ code: 'ERR_CACHE_NEWER', facts: { path: folder } })
  })

  test('waits while a crawl puts its records in their places, and not for one that was cut short', async () => {
    const folder = await temporaryFolder()
    await writeCache(folder, {})
    await mkdir(join(folder, 'pending'))
    await writeFile(join(folder, 'pending/manifest.json'), JSON.stringify(manifestOf()))
    const lock = await lockCache(folder, () => undefined)
    expect(await finishedMark(folder)).toBe('')
    const opened = openCache(folder)
    opened.catch(() => undefined)
    await sleep(50)
    await rm(join(folder, 'pending'), { recursive: true })
    await expect(opened).resolves.toBeInstanceOf(CacheReader)
    expect(await finishedMark(folder)).not.toBe('')
    await lock.release()
    await mkdir(join(folder, 'pending'))
    await writeFile(join(folder, 'pending/manifest.json'), JSON.stringify(manifestOf()))
    const error = await refused(folder, /was cut short while it put its records in their places/)
    expect(error).toMatchObject({ code: 'ERR_CACHE_UNFINISHED', facts: { path: folder } })
  })

  test('a damaged manifest asks for another crawl', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'manifest.json'), '{"format": 1, "prod')
    await refused(folder, /manifest\.json is damaged\. Crawl again/)
  })

  test('a manifest of something else names the field that is not ours', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifestOf(), origins: 'https://repair.example' }))
    const error = await refused(folder, /is no manifest that Benchbook wrote \(field "origins"\)/)
    expect(error).toMatchObject({ code: 'ERR_CACHE_DAMAGED', facts: { field: 'origins', option: 'cache' } })
  })

  test.each(['null', '1', '"format"', '[]'])('JSON that is no object is no manifest: %s', async (text) => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'manifest.json'), text)
    await refused(folder, /is no manifest that Benchbook wrote/)
  })
})

describe('records', () => {
  test('that were not stored are undefined', async () => {
    const folder = await temporaryFolder()
    await writeCache(folder, {})
    const cache = await openCache(folder)
    expect(await cache.record({ kind: 'guide', id: '1' })).toBeUndefined()
    expect(await everything(cache.keys())).toEqual([])
  })

  test('of a name that only format 1 had are not those of a later one', async () => {
    const folder = await temporaryFolder()
    const key = { kind: 'wiki', id: 'CATEGORY/Kettle' } as const
    await writeCache(folder, { records: [{ ...key, body: {} }] })
    await rename(join(folder, recordPath(key)), join(folder, formerRecordPath(key) ?? ''))
    expect(await (await openCache(folder)).record(key)).toBeUndefined()
  })

  test('of extras have keys, and what is no kind of record has none', async () => {
    const folder = await temporaryFolder()
    await writeCache(folder, {})
    const lines = ['image', 'guide', 'constructor', 'other', ['image'], 1, null].map((kind) => `${JSON.stringify({ kind, id: '1' })}\n`)
    await writeFile(join(folder, 'records.ndjson'), lines.join(''))
    expect((await everything((await openCache(folder)).keys())).map(({ kind }) => kind)).toEqual(['image', 'guide'])
  })

  test('are stale since the last crawl that had them', async () => {
    const folder = await temporaryFolder()
    const [old, fresh] = [
      { kind: 'guide', id: '1' },
      { kind: 'guide', id: '2' },
    ] as const
    await writeCache(folder, { records: [old, fresh].map((key) => ({ ...key, body: {} })), stale: [{ ...old, since: '2026-01-01' }] })
    const cache = await openCache(folder)
    expect([await cache.staleSince(old), await cache.staleSince(fresh)]).toEqual(['2026-01-01', undefined])
  })

  test('of one kind can be named alone, translations among them', async () => {
    const folder = await temporaryFolder()
    const keys = [{ kind: 'guide', id: '1' } as const, { kind: 'guide', id: '1', lang: 'de' } as const, { kind: 'user', id: '1' } as const]
    await writeCache(folder, { records: keys.map((key) => ({ ...key, body: key })) })
    const cache = await openCache(folder)
    expect(await everything(cache.keys('guide'))).toEqual([keys[1], keys[0]])
    expect(await Promise.all(keys.map((key) => cache.record(key)))).toEqual(keys)
  })

  test('are large from the length on from which they are judged before they are read', async () => {
    const cache = await temporaryFolder()
    const text = { introduction_raw: 'x'.repeat(LARGE_CHARACTERS) }
    await writeCache(cache, {
      records: ['1', '2'].map((id) => ({ kind: 'guide', id, body: id === '1' ? text : {} })),
    })
    const reader = await openCache(cache)
    expect(['1', '2', '3'].map((id) => reader.isLarge({ kind: 'guide', id }))).toEqual([true, false, false])
  })

  test('a damaged one says which, as a matter of content', async () => {
    const folder = await temporaryFolder()
    await writeCache(folder, { records: [{ kind: 'guide', id: '7', body: '{"title": "Ke' }] })
    const error: unknown = await (await openCache(folder)).record({ kind: 'guide', id: '7' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ContentError)
    expect((error as ContentError).message).toBe(
      'records/guide/0/7.json in the cache is damaged. Crawl again to replace it; the other files are unharmed.',
    )
    expect(error).toMatchObject({ code: 'ERR_RECORD_UNREADABLE', facts: { path: 'records/guide/0/7.json' } })
  })
})

describe('lists', () => {
  const items = [{ title: 'Kessel \u2028 mit Ü' }, 'a\r\nb', { title: '薬缶', n: 1 }, null, 'x'.repeat(200_000), 'end']

  test('give their items in order, whatever characters they hold, and each again by its place', async () => {
    const folder = await temporaryFolder()
    await writeCache(folder, { lists: { guides: items } })
    const cache = await openCache(folder)
    expect(await everything(cache.list('guides'))).toEqual(items)
    const places = await everything(cache.listPositions('guides'))
    expect(await Promise.all(places.map((place) => cache.listItem('guides', place)))).toEqual(items)
  })

  test('may have been checked out with other line ends', async () => {
    const folder = await temporaryFolder()
    await writeCache(folder, { lists: { tags: ['a', 'ü', 'c'] } })
    const path = join(folder, 'lists/tags.ndjson')
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('\n', '\r\n'))
    const cache = await openCache(folder)
    const places = await everything(cache.listPositions('tags'))
    expect(await Promise.all(places.map((place) => cache.listItem('tags', place)))).toEqual(['a', 'ü', 'c'])
  })

  test('that were not crawled are empty and do not stop the process', async () => {
    const folder = await temporaryFolder()
    await writeCache(folder, { lists: { users: [] } })
    const cache = await openCache(folder)
    expect(await everything(cache.list('tags'))).toEqual([])
    expect([cache.hasList('tags'), cache.hasList('users')]).toEqual([false, true])
  })

  test('can be left in the middle', async () => {
    const folder = await temporaryFolder()
    await writeCache(folder, { lists: { tags: Array.from({ length: 50_000 }, (_, n) => `tag ${n}`) } })
    for await (const tag of (await openCache(folder)).list('tags')) if (tag === 'tag 3') break
  })

  test('lose a damaged line, and say which', async () => {
    const folder = await temporaryFolder()
    await writeCache(folder, { lists: { tags: ['a'] } })
    await writeFile(join(folder, 'lists/tags.ndjson'), '"a"\n"b\n"c"\n')
    const damaged: unknown[] = []
    const cache = await openCache(folder, (path, line) => damaged.push([path, line]))
    expect(await everything(cache.list('tags'))).toEqual(['a', 'c'])
    expect(damaged).toEqual([['lists/tags.ndjson', 2]])
  })

  test('of records lose a damaged line, and say which', async () => {
    const folder = await temporaryFolder()
    await writeCache(folder, { records: ['1', '2', '3'].map((id) => ({ kind: 'guide', id, body: {} })) })
    const path = join(folder, 'records.ndjson')
    await writeFile(path, (await readFile(path, 'utf8')).replace('"id":"2"', '"id":"2'))
    const damaged: unknown[] = []
    const cache = await openCache(folder, (file, line) => damaged.push([file, line]))
    expect(await everything(cache.keys())).toMatchObject([{ id: '1' }, { id: '3' }])
    expect(damaged).toEqual([['records.ndjson', 2]])
  })
})
