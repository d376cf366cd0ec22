import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { LARGE_CHARACTERS } from '../../src/cache/objections.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { CacheError, ContentError } from '../../src/errors.ts'
import { everything, manifestOf, temporaryFolder, writeCache } from './small-cache.ts'

describe('opening', () => {
  const refused = async (folder: string, sentence: RegExp) => {
    const error: unknown = await openCache(folder).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CacheError)
    expect((error as CacheError).message).toMatch(sentence)
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
    await refused(folder, /has format 99, this Benchbook reads up to 2\. Update Benchbook/)
  })

  test('a damaged manifest asks for another crawl', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'manifest.json'), '{"format": 1, "prod')
    await refused(folder, /manifest\.json is damaged\. Crawl again/)
  })

  test('a manifest of something else names the field that is not ours', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifestOf(), origins: 'https://repair.example' }))
    await refused(folder, /is no manifest that Benchbook wrote \(field "origins"\)/)
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
