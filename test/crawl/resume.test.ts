import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { CacheError, InterruptedError, UnauthorisedError } from '../../src/errors.ts'
import { collect, folder, optionsFor } from './server.ts'
import { filesOf, serveSample } from './sample.ts'
import { crawlSmall, guides, smallService } from './small-service.ts'

test('an interrupted crawl asks for nothing more and leaves no manifest; the next goes on and ends with the same files', async () => {
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
  // What was on its way to the service when the crawl was stopped still arrives.
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

test('a server that hangs does not keep an interrupted crawl waiting', async () => {
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

test('a 401 for all in the middle stops the crawl and keeps what is there', async () => {
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
  const again = service.asked.slice(before).filter((path) => /guides\/\d/.test(path))
  expect(again.length).toBeLessThan(200)
  expect(await collect((await openCache(cache)).keys('guide'))).toHaveLength(300)
})

test('a folder that holds another source, finished or not, is refused and not touched', async () => {
  const [one, other] = [await smallService({ guides: guides(1) }), await smallService({ guides: guides(2) })]
  const cache = await folder()
  await crawl(optionsFor(one.url, cache))
  const manifest = await readFile(join(cache, 'manifest.json'), 'utf8')
  await expect(crawl(optionsFor(other.url, cache))).rejects.toThrow(CacheError)
  await expect(crawl(optionsFor(other.url, cache))).rejects.toThrow('name another folder with `cache`')
  expect(await readFile(join(cache, 'manifest.json'), 'utf8')).toBe(manifest)
  expect(existsSync(join(cache, 'pending'))).toBe(false)

  const unfinished = await folder()
  await mkdir(join(unfinished, 'pending'), { recursive: true })
  await writeFile(join(unfinished, 'pending/source.json'), JSON.stringify({ source: `${one.url}/api/2.0` }))
  await expect(crawl(optionsFor(other.url, unfinished))).rejects.toThrow(CacheError)
})

test('a damaged manifest is written anew, one of a newer format is left alone', async () => {
  const { service, cache, again } = await crawlSmall({ guides: guides(1) })
  await writeFile(join(cache, 'manifest.json'), '{"format": 1, "sour')
  await again()
  expect((await openCache(cache)).manifest.source).toBe(`${service.url}/api/2.0`)
  await writeFile(join(cache, 'manifest.json'), JSON.stringify({ format: 99, source: `${service.url}/api/2.0` }))
  await expect(again()).rejects.toThrow('format 99')
})
