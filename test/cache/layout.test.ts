import { dirname, join, sep } from 'node:path'
import { normalize } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import { formerRecordPath, mediaPath, type RecordKey, recordPath } from '../../src/cache/layout.ts'
import { safeName } from '../../src/model/addresses/safe-name.ts'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { claimCache, renameFormer } from '../../src/cache/claim.ts'
import { LARGE_CHARACTERS } from '../../src/cache/large-records.ts'
import { openCache } from '../../src/cache/reader.ts'
import { writeFiles } from '../folders.ts'
import { manifestOf, temporaryFolder } from './small-cache.ts'

const ODD_TITLES = [
  'Dell XPS 15',
  'Dell XPS 15"',
  'dell xps 15',
  'Dell XPS 15 ',
  'Dell XPS 15\u00a0',
  'Dell  XPS 15',
  'Dell XPS 15.',
  'Dell XPS 15?',
  'Dell XPS 15: A/B',
  '\u202aDell XPS 15\u202c',
  'De\u200bll XPS 15',
  'Árbol de la Vida',
  'Arbol de la Vida',
  '薬缶',
  '..',
  '.',
  'CON',
  'a'.repeat(132),
  `${'a'.repeat(131)}b`,
  '../../../etc/passwd',
  '\\windows\\',
  '%2e%2e%2f',
]
const wiki = (title: string) => recordPath({ kind: 'wiki', id: `CATEGORY/${title}` })

describe('the file of a record', () => {
  test('is in a folder for a thousand ids, or named by the hash of its title', () => {
    expect(recordPath({ kind: 'guide', id: '123456' })).toBe('records/guide/123/123456.json')
    expect(recordPath({ kind: 'guide', id: '7', lang: 'de' })).toBe('records/guide/0/7.de.json')
    expect(recordPath({ kind: 'site', id: '' })).toBe('records/site.json')
    expect(wiki('Kettle')).toMatch(/^records\/wiki\/CATEGORY\/[0-9a-f]{2}\/kettle-[0-9a-f]{32}\.json$/)
  })

  test('has a unique name for each odd title, also on case-insensitive file systems', () => {
    const names = ODD_TITLES.map((title) => wiki(title).toLowerCase())
    expect(new Set(names).size).toBe(ODD_TITLES.length)
  })

  test('has a name that is valid on every file system', () => {
    for (const title of ODD_TITLES) expect(wiki(title)).toMatch(/^records\/wiki\/CATEGORY\/[0-9a-f]{2}\/[a-z0-9-]{1,93}\.json$/)
  })

  test('differs for titles that share 32 bits of a hash', () => {
    const [one, other] = ['Kettle==!*?!', 'Kettle)=!,.!']
    expect(safeName(one)).toBe(safeName(other))
    expect(wiki(one)).not.toBe(wiki(other))
  })

  test('is the same for "_" and space, as in the service', () => {
    expect(wiki('Dell_XPS_15')).toBe(wiki('Dell XPS 15'))
  })

  test('never leaves the folder of its kind, whatever its key contains', () => {
    for (const text of ['../../x', '/etc/passwd', '..', `..${sep}x/y`, 'A/../../B', '1'.repeat(400), 'x'.repeat(400)]) {
      for (const key of [{ id: text }, { id: `CATEGORY/${text}` }, { id: '1', lang: text }, { id: `${text}/title`, lang: text }]) {
        const path = recordPath({ kind: 'wiki', ...key })
        expect(normalize(path)).toBe(path)
        expect(path).toMatch(/^records\/wiki\/[\w./-]+$/)
        expect(Math.max(...path.split('/').map((part) => part.length))).toBeLessThan(180)
      }
    }
  })
})

test('the file of a record had another name in format 1 only if it is named by a title', () => {
  expect(formerRecordPath({ kind: 'guide', id: '7', lang: 'de' })).toBeUndefined()
  expect(formerRecordPath({ kind: 'wiki', id: 'CATEGORY/Kettle' })).toMatch(
    /^records\/wiki\/CATEGORY\/[0-9a-f]{2}\/kettle-[0-9a-f]{8}\.json$/,
  )
})

test('a media file is named by its address, its size and the type of its bytes', () => {
  const url = 'https://media.example/igi/a.standard'
  expect(mediaPath(url, { extension: 'jpg', width: 300, height: 225 })).toMatch(/^media\/([0-9a-f]{2})\/\1[0-9a-f]{18}-300x225\.jpg$/)
  expect(mediaPath(url, { extension: 'jpg', width: 300, height: 225, length: 8043 })).toMatch(/-300x225-8043\.jpg$/)
  expect(mediaPath(url, { extension: 'pdf', length: 8043, digest: '0c44a1b2d3e4' })).toMatch(/[0-9a-f]{20}-8043-0c44a1b2d3e4\.pdf$/)
  expect(mediaPath(url, { extension: 'pdf' })).toMatch(/^media\/([0-9a-f]{2})\/\1[0-9a-f]{18}\.pdf$/)
})

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
