import { existsSync } from 'node:fs'
import { readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { CacheError, InterruptedError, UnauthorisedError } from '../../src/errors.ts'
import { writeFiles } from '../folders.ts'
import { filesOf, serveSample } from './sample.ts'
import { collect, folder, optionsFor, type Server } from './server.ts'
import { crawlSmall, guide, guides, nightsOf, type SmallService, smallService } from './small-service.ts'

test('an interrupted crawl stops requesting and leaves no manifest; the next resumes and ends with the same files', async () => {
  const asked: string[] = []
  const service = await serveSample({ latencyMs: 5, spoil: ({ path }) => void asked.push(path) })
  const [cache, whole] = [await folder(), await folder()]
  await crawl(optionsFor(service.url, whole, { sizes: ['standard'] }))

  const stop = new AbortController()
  let askedThen = 0
  const interrupted = crawl(optionsFor(service.url, cache, { sizes: ['standard'], signal: stop.signal }), {
    onProgress: ({ guide: counts }) => {
      if (counts?.done !== 20 || askedThen) return
      askedThen = asked.length
      stop.abort()
    },
  })
  await expect(interrupted).rejects.toThrow(InterruptedError)
  await expect(interrupted).rejects.toMatchObject({ code: 'ERR_INTERRUPTED', exitCode: 130 })
  // Requests in flight when the crawl was stopped still arrive.
  expect(asked.length - askedThen).toBeLessThanOrEqual(8)
  await expect(openCache(cache)).rejects.toThrow('has not finished')
  const parts = (await readdir(cache, { recursive: true })).filter((name) => name.endsWith('.part'))
  expect(parts).toEqual([])

  const stored = (await readdir(join(cache, 'pending/records/guide/0'))).map((name) => `/api/2.0/guides/${name.replace('.json', '')}`)
  expect(stored.length).toBeGreaterThanOrEqual(20)
  asked.length = 0
  await crawl(optionsFor(service.url, cache, { sizes: ['standard'] }))
  expect(asked.filter((path) => stored.includes(path))).toEqual([])
  expect(await filesOf(cache, service.url)).toEqual(await filesOf(whole, service.url))
})

test('a hanging server does not delay the end of an interrupted crawl', async () => {
  const stop = new AbortController()
  const hang = (_: unknown, __: unknown, { pathname }: URL): boolean => {
    const hangs = /guides\/\d/.test(pathname)
    if (hangs) setImmediate(() => stop.abort())
    return hangs
  }
  const service = await smallService({ guides: guides(50), before: hang })
  const patient = { headersTimeoutMs: 120_000, answerTimeoutMs: 120_000 }
  await expect(crawl(optionsFor(service.url, await folder(), { ...patient, signal: stop.signal }))).rejects.toThrow(InterruptedError)
})

test('a lasting 401 stops the crawl and keeps what has been stored', async () => {
  const isRefused = { now: true }
  let hasBegun = false
  const service = await smallService({
    guides: guides(300),
    instead: (path) => {
      hasBegun ||= path === '/guides/150'
      return isRefused.now && hasBegun && 401
    },
  })
  const cache = await folder()
  await expect(crawl(optionsFor(service.url, cache))).rejects.toThrow(UnauthorisedError)
  const before = service.asked.length
  expect(before).toBeLessThan(250)
  isRefused.now = false
  await crawl(optionsFor(service.url, cache))
  expect(service.asked.slice(before).filter((path) => /guides\/\d/.test(path)).length).toBeLessThan(200)
  expect(await collect((await openCache(cache)).keys('guide'))).toHaveLength(300)
})

test('a folder with another source, finished or not, is refused and not touched', async () => {
  const [one, other] = [await smallService({ guides: guides(1) }), await smallService({ guides: guides(2) })]
  const cache = await folder()
  await crawl(optionsFor(one.url, cache))
  const manifest = await readFile(join(cache, 'manifest.json'), 'utf8')
  await expect(crawl(optionsFor(other.url, cache))).rejects.toThrow(CacheError)
  await expect(crawl(optionsFor(other.url, cache))).rejects.toThrow('name another folder with `cache`')
  expect(await readFile(join(cache, 'manifest.json'), 'utf8')).toBe(manifest)
  expect(existsSync(join(cache, 'pending'))).toBe(false)

  const unfinished = await folder({ 'pending/source.json': JSON.stringify({ source: `${one.url}/api/2.0` }) })
  await expect(crawl(optionsFor(other.url, unfinished))).rejects.toThrow(CacheError)
})

test('a damaged manifest is rewritten, one of a newer format is left alone', async () => {
  const { service, cache, again } = await crawlSmall({ guides: guides(1) })
  await writeFile(join(cache, 'manifest.json'), '{"format": 1, "sour')
  await again()
  expect((await openCache(cache)).manifest.source).toBe(`${service.url}/api/2.0`)
  await writeFile(join(cache, 'manifest.json'), JSON.stringify({ format: 99, source: `${service.url}/api/2.0` }))
  await expect(again()).rejects.toThrow('format 99')
})

const DAY_SECONDS = 86_400
const crawling = async (what: SmallService) => nightsOf(await smallService(what), { retries: 0 })

/** Leaves a record in a cache, like a crawl that was killed this number of days ago. */
async function leave(cache: string, id: number, answer: object, days: number): Promise<void> {
  const path = `pending/records/guide/0/${id}.json`
  await writeFiles(cache, { [path]: JSON.stringify(answer) })
  const at = Date.now() / 1000 - days * DAY_SECONDS
  await utimes(join(cache, path), at, at)
}

const detailsIn = ({ asked }: Pick<Server, 'asked'>) => asked.flatMap((path) => /\/guides\/(\d+)\?/.exec(path)?.[1] ?? []).sort()

test('records left by a crawl weeks ago are requested again, those left today are not', async () => {
  const { service, cache, night } = await crawling({ guides: guides(2) })
  await leave(cache, 1, guide(1, { title: 'Weeks old' }), 20)
  await leave(cache, 2, guide(2, { title: 'Of today' }), 0.5)
  await night()
  expect(detailsIn(service)).toEqual(['1'])
  const finished = await openCache(cache)
  expect([await finished.record({ kind: 'guide', id: '1' }), await finished.record({ kind: 'guide', id: '2' })]).toMatchObject([
    { title: 'Guide 1' },
    { title: 'Of today' },
  ])
})

test('records left weeks ago are not requested again if the list has their date', async () => {
  const dated = (id: number, modified_date: number, rest = {}) => guide(id, { modified_date, ...rest })
  const all = [dated(1, 1000), dated(2, 1000)]
  const { cache, again } = await crawlSmall({ guides: all })
  all.splice(0, 2, dated(1, 2000, { revisionid: 2 }), dated(2, 3000, { revisionid: 3 }))
  for (const id of [1, 2]) await leave(cache, id, dated(id, 2000), 20)
  expect(detailsIn(await again())).toHaveLength(1)
  expect(await (await openCache(cache)).record({ kind: 'guide', id: '2' })).toMatchObject({ modified_date: 3000 })
})

test('a truncated record left by a killed crawl replaces no record', async () => {
  const all = [guide(1), guide(2), guide(3)]
  let isFailing = false
  const { cache, again } = await crawlSmall({ guides: all, instead: (path) => isFailing && path === '/guides/3' && 500 })
  isFailing = true
  all.splice(1, 2, guide(2, { revisionid: 9, title: 'New' }), guide(3, { revisionid: 9 }))
  for (const id of [1, 2, 3]) {
    await leave(cache, id, guide(id), 0)
    await truncate(join(cache, `pending/records/guide/0/${id}.json`), 20)
  }
  await again({ retries: 0 })
  const finished = await openCache(cache)
  const titles = [1, 2, 3].map(async (id) => (await finished.record({ kind: 'guide', id: `${id}` })) as { title: string })
  expect((await Promise.all(titles)).map(({ title }) => title)).toEqual(['Guide 1', 'New', 'Guide 3'])
})

test('a part does not discard what an unfinished crawl of the whole, or of another part, has stored', async () => {
  const { service, cache, night } = await crawling({ guides: guides(2) })
  await leave(cache, 1, guide(1), 0)
  await writeFile(join(cache, 'pending/source.json'), JSON.stringify({ source: `${service.url}/api/2.0` }))
  const refused = night({ limit: 1 })
  await expect(refused).rejects.toThrow(CacheError)
  await expect(refused).rejects.toThrow('holds an unfinished crawl of the whole service, and the part `limit` 1 would throw away')
  expect(existsSync(join(cache, 'pending/records/guide/0/1.json'))).toBe(true)

  await writeFile(join(cache, 'pending/source.json'), JSON.stringify({ source: `${service.url}/api/2.0`, part: { limit: 2 } }))
  await expect(night({ limit: 1 })).rejects.toThrow('an unfinished crawl of the part `limit` 2')
  await night({ limit: 2 })
  expect(detailsIn(service)).toEqual(['2'])
})

test('a crawl of the whole resumes from an unfinished part, and contains everything', async () => {
  const { service, cache, night } = await crawling({ guides: guides(2) })
  await leave(cache, 1, guide(1), 0)
  await writeFile(join(cache, 'pending/source.json'), JSON.stringify({ source: `${service.url}/api/2.0`, part: { limit: 1 } }))
  const { manifest } = await night()
  expect(manifest.part).toBeUndefined()
  expect(manifest.counts.guide).toMatchObject({ fetched: 2 })
  expect(detailsIn(service)).toEqual(['2'])
})
