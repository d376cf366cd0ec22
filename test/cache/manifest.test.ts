import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lockCache } from '../../src/cache/lock/lock.ts'
import { finishedMark } from '../../src/cache/manifest.ts'
import { CacheReader, openCache } from '../../src/cache/reader.ts'
import { manifestOf, temporaryFolder, writeCache } from './small-cache.ts'

test('opening a cache waits while a crawl puts its records in their places, and not for one that was cut short', async () => {
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
  await expect(openCache(folder)).rejects.toMatchObject({
    code: 'ERR_CACHE_UNFINISHED',
    facts: { path: folder },
    message: expect.stringContaining('was cut short while it was moving its records into place') as string,
  })
})
