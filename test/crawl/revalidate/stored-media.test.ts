import { appendFile, cp, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { isDamaged } from '../../../src/cache/media/media-damage.ts'
import { openCache } from '../../../src/cache/reader.ts'
import { crawl } from '../../../src/crawl/crawl.ts'
import { filesBelow } from '../../../src/disk/files-below.ts'
import type { CrawlOptions } from '../../../src/crawl/options.ts'
import type { RunningService } from '../../../src/replica/http/server.ts'
import { folderForAll } from '../../folders.ts'
import { startSpoiltService } from '../../replica/spoil.ts'
import { SAMPLE } from '../sample.ts'
import { folder, optionsFor } from '../server.ts'

const mediaIn = async (cache: string) => (await Array.fromAsync(filesBelow(cache, 'media'))).map((file) => join(cache, file)).sort()

/** One size of each picture is enough. */
const SMALL: Partial<CrawlOptions> = { sizes: ['standard'] }

let service: RunningService
const first = folderForAll()
beforeAll(async () => {
  service = await startSpoiltService(await openCache(SAMPLE), { impersonatesService: true })
  await crawl(optionsFor(service.url, first, SMALL))
  return () => service.close()
})

/** A cache of a part of the sample, one of its pictures, and a crawl on another night. */
async function crawled() {
  const cache = await folder()
  await cp(first, cache, { recursive: true })
  const [file = ''] = (await mediaIn(cache)).filter((path) => path.endsWith('.webp'))
  const night = (verify = 0) => crawl(optionsFor(service.url, cache, { ...SMALL, verify }))
  return { cache, file, night, before: await readFile(file) }
}

test('every file has its checksum from when it was stored', async () => {
  const states = (await mediaIn((await crawled()).cache)).map(isDamaged)
  expect(states.length).toBeGreaterThan(100)
  expect(new Set(states)).toEqual(new Set([false]))
})

test('an appended file is fetched again by the next crawl, which reports it', async () => {
  const { cache, file, night, before } = await crawled()
  await appendFile(file, '!')
  const { warnings, counts } = await night()
  expect(warnings.join()).toContain(
    `One stored media file was not what the crawl before had stored, and asked for again: ${file.slice(cache.length + 1)}`,
  )
  expect(counts.picture).toMatchObject({ fetched: 1, failed: 0 })
  expect(await readFile(file)).toEqual(before)
})

test('a file with other bytes of the same length is found by --verify, which covers all files in as many nights as shares', async () => {
  const { cache, file, night, before } = await crawled()
  await writeFile(file, Buffer.alloc(before.length, 7))
  expect((await night()).counts.picture?.fetched).toBe(0)
  let fetched = 0
  for (const to of [0.25, 0.5, 0.75, 0]) {
    fetched += (await night(25)).counts.picture?.fetched ?? 0
    expect((await openCache(cache)).manifest.mediaVerifiedTo).toBe(to)
  }
  expect(fetched).toBe(1)
  expect(await readFile(file)).toEqual(before)
})

test('a file of an older version is still read, and has a checksum once --verify has read it', async () => {
  const { cache, file, night, before } = await crawled()
  const old = file.replace(/-\d+-[0-9a-f]{12}\./, '.')
  await rename(file, old)
  expect(isDamaged(old)).toBe(undefined)
  expect((await night()).counts.picture?.fetched).toBe(0)
  expect(await readFile(old)).toEqual(before)
  expect((await night(100)).counts.picture?.fetched).toBe(0)
  expect(await mediaIn(cache)).not.toContain(old)
  expect(await readFile(file)).toEqual(before)
})
