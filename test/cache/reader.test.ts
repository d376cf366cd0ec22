import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { formerRecordPath, recordPath } from '../../src/cache/layout.ts'
import { mediaNumber } from '../../src/cache/media/media-index.ts'
import { LARGE_CHARACTERS, refusalOf, setLargeRecordCheck } from '../../src/cache/large-records.ts'
import { openCache } from '../../src/cache/reader.ts'
import { ContentError } from '../../src/errors.ts'
import { everything, smallCache } from './small-cache.ts'
import { openListFile } from '../../src/cache/list-file.ts'

describe('records', () => {
  test('that were not stored are undefined', async () => {
    const { cache } = await smallCache({})
    expect(await cache.record({ kind: 'guide', id: '1' })).toBeUndefined()
    expect(await everything(cache.keys())).toEqual([])
  })

  test('are not found under names of format 1 in a later one', async () => {
    const key = { kind: 'wiki', id: 'CATEGORY/Kettle' } as const
    const { folder, cache } = await smallCache({ records: [{ ...key, body: {} }] })
    await rename(join(folder, recordPath(key)), join(folder, formerRecordPath(key) ?? ''))
    expect(await cache.record(key)).toBeUndefined()
  })

  test('of extras have keys, and unknown kinds have none', async () => {
    const { folder, cache } = await smallCache({})
    const lines = ['image', 'guide', 'constructor', 'other', ['image'], 1, null].map((kind) => `${JSON.stringify({ kind, id: '1' })}\n`)
    await writeFile(join(folder, 'records.ndjson'), lines.join(''))
    expect((await everything(cache.keys())).map(({ kind }) => kind)).toEqual(['image', 'guide'])
  })

  test('are stale since the last crawl that had them', async () => {
    const [old, fresh] = [
      { kind: 'guide', id: '1' },
      { kind: 'guide', id: '2' },
    ] as const
    const records = [old, fresh].map((key) => ({ ...key, body: {} }))
    const { cache } = await smallCache({ records, stale: [{ ...old, since: '2026-01-01' }] })
    expect([await cache.staleSince(old), await cache.staleSince(fresh)]).toEqual(['2026-01-01', undefined])
  })

  test('of one kind can be listed alone, including translations', async () => {
    const keys = [{ kind: 'guide', id: '1' } as const, { kind: 'guide', id: '1', lang: 'de' } as const, { kind: 'user', id: '1' } as const]
    const { cache } = await smallCache({ records: keys.map((key) => ({ ...key, body: key })) })
    expect(await everything(cache.keys('guide'))).toEqual([keys[1], keys[0]])
    expect(await Promise.all(keys.map((key) => cache.record(key)))).toEqual(keys)
  })

  test('are large from the length on that requires a check', async () => {
    const lengths = { 1: LARGE_CHARACTERS, 2: LARGE_CHARACTERS - 1 }
    const records = Object.entries(lengths).map(([id, length]) => ({ kind: 'guide' as const, id, body: 'x'.repeat(length) }))
    const { cache } = await smallCache({ records })
    expect(['1', '2', '3'].map((id) => cache.isLarge({ kind: 'guide', id }))).toEqual([true, false, false])
  })

  test('report which one is damaged, as an error of content', async () => {
    const { cache } = await smallCache({ records: [{ kind: 'guide', id: '7', body: '{"title": "Ke' }] })
    const path = 'records/guide/0/7.json'
    const message = `${path} in the cache is damaged. Crawl again to replace it; the other files are unharmed.`
    const error = { name: ContentError.name, message, code: 'ERR_RECORD_UNREADABLE', facts: { path } }
    await expect(cache.record({ kind: 'guide', id: '7' })).rejects.toMatchObject(error)
  })
})

describe('media', () => {
  const [PICTURE, DOCUMENT] = ['https://media.test/a.svg', 'https://docs.test/b.csv']
  const media = { [PICTURE]: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'), [DOCUMENT]: Buffer.from('a;b') }

  test('have the size in pixels from their name, and documents have none', async () => {
    const { folder, cache } = await smallCache({ media })
    const [picture, document] = [cache.media(PICTURE), cache.media(DOCUMENT)]
    expect(picture).toEqual({ file: picture?.file, path: join(folder, picture?.file ?? ''), width: 4, height: 3 })
    expect(document).toEqual({ file: document?.file, path: join(folder, document?.file ?? '') })
    expect(cache.media('https://media.test/none.svg')).toBeUndefined()
  })

  test('have marks that stay the same while they are unchanged', async () => {
    const { folder, cache } = await smallCache({ media })
    const marks = cache.mediaMarks()
    expect([...marks.keys()].sort()).toEqual([PICTURE, DOCUMENT].map(mediaNumber).sort())
    expect((await openCache(folder)).mediaMarks()).toEqual(marks)
  })
})

describe('lists', () => {
  const items = [{ title: 'Kessel \u2028 mit Ü' }, 'a\r\nb', { title: '薬缶', n: 1 }, null, 'x'.repeat(200_000), 'end']

  test('yield their items in order, with any characters, and each again by its position', async () => {
    const { cache } = await smallCache({ lists: { guides: items } })
    expect(await everything(cache.list('guides'))).toEqual(items)
    const places = await everything(cache.listPositions('guides'))
    expect(await Promise.all(places.map((place) => cache.listItem('guides', place)))).toEqual(items)
  })

  test('may have been checked out with other line ends', async () => {
    const { folder, cache } = await smallCache({ lists: { tags: ['a', 'ü', 'c'] } })
    const path = join(folder, 'lists/tags.ndjson')
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('\n', '\r\n'))
    const places = await everything(cache.listPositions('tags'))
    expect(await Promise.all(places.map((place) => cache.listItem('tags', place)))).toEqual(['a', 'ü', 'c'])
  })

  test('that were not crawled are empty and raise no error', async () => {
    const { cache } = await smallCache({ lists: { users: [] } })
    expect(await everything(cache.list('tags'))).toEqual([])
    expect([cache.hasList('tags'), cache.hasList('users')]).toEqual([false, true])
  })

  test('can be left in the middle', async () => {
    const { cache } = await smallCache({ lists: { tags: Array.from({ length: 50_000 }, (_, n) => `tag ${n}`) } })
    for await (const tag of cache.list('tags')) if (tag === 'tag 3') break
  })

  test('skip a damaged line, and report it', async () => {
    const { folder } = await smallCache({ lists: { tags: ['a'] } })
    await writeFile(join(folder, 'lists/tags.ndjson'), '"a"\n"b\n"c"\n')
    const damaged: unknown[] = []
    const cache = await openCache(folder, (path, line) => damaged.push([path, line]))
    expect(await everything(cache.list('tags'))).toEqual(['a', 'c'])
    expect(damaged).toEqual([['lists/tags.ndjson', 2]])
  })

  test('of records skip a damaged line, and report it', async () => {
    const { folder } = await smallCache({ records: ['1', '2', '3'].map((id) => ({ kind: 'guide', id, body: {} })) })
    const path = join(folder, 'records.ndjson')
    await writeFile(path, (await readFile(path, 'utf8')).replace('"id":"2"', '"id":"2'))
    const damaged: unknown[] = []
    const cache = await openCache(folder, (file, line) => damaged.push([file, line]))
    expect(await everything(cache.keys())).toMatchObject([{ id: '1' }, { id: '3' }])
    expect(damaged).toEqual([['records.ndjson', 2]])
  })
})

test('a list that was not read to its end can be read again, and is closed once', async () => {
  const { folder } = await smallCache({ lists: { tags: ['one', 'two', 'three'] } })
  const file = await openListFile(folder, 'tags')
  for (let times = 0; times < 2; times++) {
    for await (const { item } of file?.items() ?? []) {
      expect(item).toBe('one')
      break
    }
  }
  expect(file?.read(0, 5).toString()).toBe('"one"')
  await expect(file?.close()).resolves.toBeUndefined()
})

const KEY = { kind: 'guide', id: '1' } as const
const PATH = 'records/guide/0/1.json'
const LARGE = JSON.stringify('x'.repeat(249_998))

/** The reader of a cache of one guide, and what it passes to the check. */
async function asking(body: string, refusal: string | undefined) {
  const { cache } = await smallCache({ records: [{ ...KEY, body }] })
  const asked: unknown[] = []
  setLargeRecordCheck((answer) => {
    asked.push(answer)
    return Promise.resolve(refusal)
  })
  onTestFinished(() => setLargeRecordCheck(undefined))
  return { cache, asked }
}

test('a large answer is read if the check does not refuse it', async () => {
  const { cache, asked } = await asking(LARGE, undefined)
  expect(await cache.record(KEY)).toBe('x'.repeat(249_998))
  expect(asked).toEqual([{ key: KEY, text: LARGE, path: PATH }])
})

test('a refused answer is not read, and checked only once', async () => {
  const { cache, asked } = await asking(LARGE, 'it takes too long')
  for (let time = 0; time < 2; time++)
    await expect(cache.record(KEY)).rejects.toMatchObject({
      message: `The cached record ${PATH} is not read: it takes too long.`,
      code: 'ERR_RECORD_UNREADABLE',
      facts: { path: PATH, record: PATH },
    })
  expect(asked).toHaveLength(1)
})

test('an answer shorter by one character is read without a check', async () => {
  const { cache, asked } = await asking(JSON.stringify('x'.repeat(249_997)), 'it takes too long')
  expect(await cache.record(KEY)).toBe('x'.repeat(249_997))
  expect(asked).toEqual([])
})

test('nothing is refused without a check, and a new check replaces the results of the last one', async () => {
  await asking('1', 'no')
  const answer = { key: KEY, text: '1', path: PATH }
  expect(await refusalOf(answer)).toBe('no')
  setLargeRecordCheck(() => Promise.resolve('never'))
  expect(await refusalOf(answer)).toBe('never')
  setLargeRecordCheck(undefined)
  expect(await refusalOf(answer)).toBeUndefined()
})
