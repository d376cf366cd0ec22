import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordPath, RECORDS_PATH } from '../../../src/cache/layout.ts'
import { lostContent } from '../../../src/cache/loss.ts'
import { openCache } from '../../../src/cache/reader.ts'
import { manifestOf, smallCache } from '../small-cache.ts'

const GUIDE = { kind: 'guide', id: '1' } as const
const OTHER = { kind: 'guide', id: '2' } as const
const WIKI = { kind: 'wiki', id: 'CATEGORY/Kettle' } as const
const USER = { kind: 'user', id: '5' } as const
const TREE = { kind: 'hierarchy', id: '' } as const
const PICTURE = { 'https://media.test/a.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>') }

/** A cache of two guides and one record of each other kind, a list of two tags and a picture, and what it has lost since. */
async function small() {
  const records = [GUIDE, OTHER, WIKI, USER, TREE].map((key) => ({ ...key, body: {} }))
  const { folder } = await smallCache({ records, lists: { tags: ['a', 'b'] }, media: PICTURE })
  return { inCache: (path: string) => join(folder, path), lost: async () => lostContent(folder, await openCache(folder)), folder }
}

test('a cache as its crawl left it has lost nothing', async () => {
  const { lost } = await small()
  expect(await lost()).toEqual([])
})

test('records without a line count as lost, one or all of a kind', async () => {
  const { inCache, lost } = await small()
  await writeFile(inCache(RECORDS_PATH), `${JSON.stringify(GUIDE)}\n`)
  expect(await lost()).toEqual([
    { path: 'records.ndjson', what: 'records', of: 'guide', stored: 2, left: 1 },
    ...['hierarchy', 'user', 'wiki'].map((of) => ({ path: 'records.ndjson', what: 'records', of, stored: 1, left: 0 })),
  ])
})

test.each([GUIDE, WIKI, USER])('the missing file of a $kind does not count, since its page reports it', async (key) => {
  const { inCache, lost } = await small()
  await rm(inCache(recordPath(key)))
  expect(await lost()).toEqual([])
})

test('the missing file of a record without a page counts', async () => {
  const { inCache, lost } = await small()
  await rm(inCache(recordPath(TREE)))
  expect(await lost()).toEqual([{ path: 'records', what: 'records', of: 'hierarchy', stored: 1, left: 0 }])
})

test('a list loses items, or all of them with its file', async () => {
  const { inCache, lost } = await small()
  await writeFile(inCache('lists/tags.ndjson'), '"a"\n')
  expect(await lost()).toEqual([{ path: 'lists/tags.ndjson', what: 'list', of: 'tags', stored: 2, left: 1 }])
  await rm(inCache('lists/tags.ndjson'))
  expect(await lost()).toMatchObject([{ of: 'tags', left: 0 }])
})

test('missing media files are counted', async () => {
  const { inCache, lost } = await small()
  await rm(inCache('media'), { recursive: true })
  expect(await lost()).toEqual([{ path: 'media', what: 'media', of: 'media', stored: 1, left: 0 }])
})

test('a manifest without counts reports no loss, one without a count of media no lost media', async () => {
  const { inCache, lost, folder } = await small()
  const stored = { records: { guide: 3 }, lists: {} }
  await writeFile(inCache('manifest.json'), JSON.stringify(manifestOf({ stored })))
  expect(await lostContent(folder, await openCache(folder))).toMatchObject([{ of: 'guide', stored: 3, left: 2 }])
  await writeFile(inCache('manifest.json'), JSON.stringify(manifestOf()))
  expect(await lost()).toEqual([])
})
