import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { lockCache } from '../../src/cache/lock/lock.ts'
import { finishedMark } from '../../src/cache/manifest.ts'
import { CacheReader, openCache } from '../../src/cache/reader.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { CacheError } from '../../src/errors.ts'
import { manifestOf, temporaryFolder, writeCache } from './small-cache.ts'

describe('opening a cache:', () => {
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
    for (let turns = 0; turns < 100; turns++) await nextTurn()
    await rm(join(folder, 'pending'), { recursive: true })
    await expect(opened).resolves.toBeInstanceOf(CacheReader)
    expect(await finishedMark(folder)).not.toBe('')
    await lock.release()
    await mkdir(join(folder, 'pending'))
    await writeFile(join(folder, 'pending/manifest.json'), JSON.stringify(manifestOf()))
    const error = await refused(folder, /was cut short while it was moving its records into place/)
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
