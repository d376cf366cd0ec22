import { describe, expect, test } from 'vitest'
import { changedAt } from '../../src/cache/changed.ts'
import { checkedLog, readChecked } from '../../src/cache/checked.ts'
import { openCache } from '../../src/cache/reader.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { everything, manifestOf, type SmallCache, smallCache, temporaryFolder, writeCache } from './small-cache.ts'
import { png } from '../views/small-site.ts'
import { appendFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CHECKED_PATH } from '../../src/cache/layout.ts'

const guide = (title: string) => ({ kind: 'guide' as const, id: '1', body: { guideid: 1, title } })
const FIRST: SmallCache = { records: [guide('Kettle')], lists: { guides: [{ guideid: 1 }], tags: [] } }
const FIRST_AT = '2026-01-01T00:00:01.000Z'
const SECOND_AT = '2026-01-02T00:00:01.000Z'
const later = (cache: SmallCache): SmallCache => ({
  ...cache,
  manifest: { finishedAt: SECOND_AT, counts: { guide: NONE }, ...cache.manifest },
})
const NONE = { fetched: 0, unchanged: 0, gone: 0, private: 0, failed: 0, stale: 0, bytes: 0 }

async function afterTwo(second: SmallCache): Promise<string> {
  const { folder, cache } = await smallCache(FIRST)
  expect(changedAt(cache.manifest)).toBe(FIRST_AT)
  await writeCache(folder, later(second))
  const { manifest } = await openCache(folder)
  expect(manifest.finishedAt).toBe(SECOND_AT)
  return changedAt(manifest)
}

describe('the day of the last change', () => {
  test('does not move if a crawl finds the same with another number of transferred bytes', async () => {
    expect(await afterTwo(FIRST)).toBe(FIRST_AT)
  })

  test.each<[string, SmallCache]>([
    ['a record differs', { ...FIRST, records: [guide('Teapot')] }],
    ['a record is new', { ...FIRST, records: [guide('Kettle'), { ...guide('Teapot'), id: '2' }] }],
    ['a record is gone', { ...FIRST, records: [] }],
    ['a list differs', { ...FIRST, lists: { guides: [{ guideid: 1, title: 'Teapot' }], tags: [] } }],
    ['a list is gone', { ...FIRST, lists: { guides: [{ guideid: 1 }] } }],
    ['a list is new', { ...FIRST, lists: { ...FIRST.lists, teams: [] } }],
    ['a file is new', { ...FIRST, media: { 'https://media.example/a': png(4, 3) } }],
    ['a record is stale', { ...FIRST, stale: [{ kind: 'guide', id: '1', since: FIRST_AT }] }],
    ['the site has another name', { ...FIRST, manifest: { name: 'Mend' } }],
  ])('is that of the crawl where %s', async (_, second) => {
    expect(await afterTwo(second)).toBe(SECOND_AT)
  })

  test('is that of a crawl that removes a media file', async () => {
    const { folder } = await smallCache({ ...FIRST, media: { 'https://media.example/a': png(4, 3) } })
    const writer = new CacheWriter(folder)
    const { body, ...key } = guide('Kettle')
    writer.record(key, JSON.stringify(body))
    await writer.sweep(() => false)
    await writer.finish(manifestOf({ finishedAt: SECOND_AT }), { records: [key], lists: ['guides', 'tags'] })
    expect(changedAt((await openCache(folder)).manifest)).toBe(SECOND_AT)
  })

  test.each([
    ['guide 7', SECOND_AT],
    ['media 7', FIRST_AT],
  ])('is that of the crawl after which a record, but not a file, is private: %s', async (name, at) => {
    const { folder } = await smallCache(FIRST)
    const log = checkedLog(folder)
    await log.write({ name, at: 1, missing: 'private' })
    await log.flush()
    await writeCache(folder, later(FIRST))
    expect(changedAt((await openCache(folder)).manifest)).toBe(at)
  })

  test('is the end of the last crawl for a cache of an older version', () => {
    expect(changedAt(manifestOf())).toBe(FIRST_AT)
  })
})

const LINES = [
  { name: 'guide 1', at: 1000 },
  { name: 'guide 2', at: 1001, missing: 'gone' },
] as const

test('the next crawl reads what one has logged, without damaged lines', async () => {
  const folder = await temporaryFolder()
  const log = checkedLog(folder)
  for (const line of LINES) await log.write(line)
  await log.flush()
  await rename(join(folder, 'pending', CHECKED_PATH), join(folder, CHECKED_PATH))
  await appendFile(join(folder, CHECKED_PATH), '{"name":"guide 3"}\n{"name":4,"at":1}\nnull\n{"name":"gui')
  expect(await everything(readChecked(folder))).toEqual(LINES)
})

test('a cache without the log has nothing checked', async () => {
  expect(await everything(readChecked(await temporaryFolder()))).toEqual([])
})

test('each crawl starts a new log', async () => {
  const folder = await temporaryFolder()
  const first = checkedLog(folder)
  await first.write(LINES[0])
  await first.flush()
  expect(await everything(checkedLog(folder).values())).toEqual([])
})

test('a log that cannot be written fails at the next write, not before', async () => {
  const folder = await temporaryFolder({ [`pending/${CHECKED_PATH}/inside`]: '' })
  const log = checkedLog(folder)
  // Waits long enough for the log to notice.
  await expect(rm(join(folder, 'pending', CHECKED_PATH), { force: true })).rejects.toThrow()
  await log.write(LINES[0])
  await expect(log.flush()).rejects.toThrow()
})
