import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { claimCache, renameFormer } from '../../src/cache/claim.ts'
import { formerRecordPath, type RecordKey, recordPath } from '../../src/cache/layout.ts'
import { LARGE_CHARACTERS } from '../../src/cache/large-records.ts'
import { openCache } from '../../src/cache/reader.ts'
import { writeFiles } from '../folders.ts'
import { manifestOf, temporaryFolder } from './small-cache.ts'

const KETTLE: RecordKey = { kind: 'wiki', id: 'CATEGORY/Kettle' }
const GERMAN: RecordKey = { ...KETTLE, lang: 'de' }
const TAGS: RecordKey = { kind: 'wiki-tags', id: 'CATEGORY/Kettle' }
const GUIDE: RecordKey = { kind: 'guide', id: '7' }
/** Two titles with the same name in 32 bits. */
const TWINS: RecordKey[] = ['Kettle==!*?!', 'Kettle)=!,.!'].map((title) => ({ kind: 'wiki', id: `CATEGORY/${title}` }))
const SOURCE = 'https://repair.test/api/2.0'

/** A finished cache in format 1; each record contains its own key. */
async function formerCache(keys: readonly RecordKey[], below = ''): Promise<string> {
  const folder = await temporaryFolder()
  const { secret: _, ...former } = manifestOf({ format: 1, source: SOURCE })
  await writeFiles(join(folder, below), {
    ...Object.fromEntries(keys.map((key) => [formerRecordPath(key) ?? recordPath(key), JSON.stringify(key)])),
    'records.ndjson': keys.map((key) => `${JSON.stringify(key)}\n`).join(''),
    'lists.json': '[]',
    'manifest.json': JSON.stringify(former),
  })
  return folder
}

test('a cache of format 1 can be read', async () => {
  const cache = await openCache(await formerCache([KETTLE, GERMAN, TAGS, GUIDE]))
  for (const key of [KETTLE, GERMAN, TAGS, GUIDE]) {
    expect(await cache.record(key)).toEqual(key)
    expect(JSON.parse(cache.recordBytes(key)?.toString() ?? '')).toEqual(key)
  }
  expect(await cache.record({ kind: 'wiki', id: 'CATEGORY/Toaster' })).toBeUndefined()
})

test('a record of format 1 counts as large by its length, whatever its name', async () => {
  const folder = await formerCache([KETTLE, TAGS])
  await writeFile(join(folder, formerRecordPath(KETTLE) ?? ''), JSON.stringify('x'.repeat(LARGE_CHARACTERS)))
  const cache = await openCache(folder)
  expect([KETTLE, TAGS].map((key) => cache.isLarge(key))).toEqual([true, false])
})

test('a crawl renames the records of a cache of format 1, however often it starts', async () => {
  const folder = await formerCache([KETTLE, GERMAN, TAGS, GUIDE])
  for (let times = 0; times < 2; times++) await claimCache(folder, SOURCE)
  for (const key of [KETTLE, GERMAN, TAGS, GUIDE]) expect(JSON.parse(await readFile(join(folder, recordPath(key)), 'utf8'))).toEqual(key)
  expect(existsSync(join(folder, formerRecordPath(KETTLE) ?? ''))).toBe(false)
})

test('an interrupted finish of format 1 is completed with all its records', async () => {
  const folder = await formerCache([KETTLE, TAGS, GUIDE], 'pending')
  await claimCache(folder, SOURCE)
  const cache = await openCache(folder)
  for (const key of [KETTLE, TAGS, GUIDE]) expect(await cache.record(key)).toEqual(key)
})

test('a file shared by two records is removed', async () => {
  const folder = await formerCache([KETTLE, ...TWINS])
  await renameFormer(folder)
  for (const key of TWINS) {
    expect(existsSync(join(folder, recordPath(key)))).toBe(false)
    expect(existsSync(join(folder, formerRecordPath(key) ?? ''))).toBe(false)
  }
  expect(existsSync(join(folder, recordPath(KETTLE)))).toBe(true)
})

test('an interrupted rename is continued', async () => {
  const folder = await formerCache([KETTLE, TAGS])
  await mkdir(dirname(join(folder, recordPath(KETTLE))), { recursive: true })
  await rename(join(folder, formerRecordPath(KETTLE) ?? ''), join(folder, recordPath(KETTLE)))
  await renameFormer(folder)
  for (const key of [KETTLE, TAGS]) expect(existsSync(join(folder, recordPath(key)))).toBe(true)
})
