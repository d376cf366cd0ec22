import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PENDING_FOLDER } from '../../src/cache/layout.ts'
import { ENTRIES_PATH, REPORT_PATH, type ReportSummary } from '../../src/cache/report.ts'
import { lockCache } from '../../src/cache/lock/lock.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import type { CrawlOptions } from '../../src/crawl/options.ts'
import type { SharedOptions } from '../../src/queue/run.ts'
import { crawlTogether, type SharedCrawl } from '../../src/queue/shared-crawl.ts'
import { contentOf } from '../crawl/kill.ts'
import { guide, guides, type SmallService, smallService } from '../crawl/small-service.ts'
import { folder, optionsFor } from '../crawl/server.ts'
import { type RunningRedis, startRedis, whyNoRedis } from './redis.ts'

const why = whyNoRedis()
if (why) console.log(`No shared crawl is tried: ${why}.`)

/** What a report says of what there is: not when and in which order it came, nor what asking for it took. */
function reportOf(cache: string) {
  const lines = readFileSync(join(cache, ENTRIES_PATH), 'utf8').trimEnd().split('\n')
  const entries = lines.map((line) => JSON.stringify({ ...(JSON.parse(line) as object), at: '', tries: 0 })).toSorted()
  const { kinds, lists, languages, warnings, isComplete } = JSON.parse(readFileSync(join(cache, REPORT_PATH), 'utf8')) as ReportSummary
  const counts = Object.entries(kinds).map(([kind, figures]) => [kind, { ...figures, bytes: 0 }])
  return { entries, counts, lists, languages, warnings: warnings.toSorted(), isComplete }
}

const MEGABYTE = 1024 * 1024
const picture = (id: number, url: string) => ({ id, guid: `g${id}`, standard: url, original: url })

describe.skipIf(why)('a crawl that workers share', () => {
  let redis: RunningRedis
  beforeAll(async () => {
    redis = await startRedis({ appendOnly: true })
  })
  afterAll(() => redis.stop())

  const together = (options: CrawlOptions, count = 2, signals: (AbortSignal | undefined)[] = []): Promise<SharedCrawl>[] =>
    Array.from({ length: count }, (_, at) => crawlTogether(redis.url, { ...options, ...(signals[at] && { signal: signals[at] }) }))

  test('has the bytes of a crawl by one process, asks for everything once, and tells all workers the same', async () => {
    const service = await smallService({ guides: guides(60) })
    const [alone, shared] = [await folder(), await folder()]
    await crawl(optionsFor(service.url, alone))
    const asked = service.asked.splice(0).toSorted()
    const ends = await Promise.all(together(optionsFor(service.url, shared), 3))
    expect(await contentOf(shared)).toEqual(await contentOf(alone))
    expect(service.asked.toSorted()).toEqual(asked)
    expect(ends.filter(({ isOurs }) => isOurs)).toHaveLength(1)
    expect(new Set(ends.map(({ by }) => by)).size).toBe(1)
    expect(ends.map(({ result }) => result.counts.guide?.fetched)).toEqual([60, 60, 60])
    const sent = ends.map(({ requests }) => requests)
    expect(sent.reduce((sum, requests) => sum + requests)).toBe(asked.length)
    expect(Math.min(...sent)).toBeGreaterThan(0)
    expect(existsSync(join(shared, PENDING_FOLDER))).toBe(false)
  })

  test('a second night asks as one process does: with what the service told of the answers that are there', async () => {
    const isKnown = new Set<string>()
    const before: SmallService['before'] = (request, response, url) => {
      response.setHeader('etag', '"1"')
      if (request.headers['if-none-match'] !== '"1"') return false
      isKnown.add(url.pathname)
      response.writeHead(304).end()
      return true
    }
    const service = await smallService({ guides: guides(5), before })
    const options = { ...optionsFor(service.url, await folder()), verify: 100 }
    await Promise.all(together(options))
    expect(isKnown.size).toBe(0)
    const ends = await Promise.all(together(options))
    expect([...isKnown]).toContain('/api/2.0/guides/3')
    expect(ends[0]?.result.counts.guide).toMatchObject({ unchanged: 5, fetched: 0 })
  })

  test('what fails, redirects, is too large, breaks off or is slow to say so fares as in a crawl by one process', async () => {
    const large = Buffer.alloc(MEGABYTE, 'GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01', 'latin1')
    const tries = new Map<string, number>()
    const before: SmallService['before'] = (_request, response, { pathname }) => {
      const tried = (tries.get(pathname) ?? 0) + 1
      tries.set(pathname, tried)
      if (pathname === '/media/large.gif') response.writeHead(200, { 'content-type': 'image/gif' }).end(large)
      else if (pathname === '/media/huge.gif')
        response.writeHead(200, { 'content-type': 'image/gif' }).end(Buffer.alloc(11 * MEGABYTE, large))
      else if (pathname === '/media/moved.gif') response.writeHead(302, { location: '/media/there.gif' }).end('moved')
      else if (pathname.endsWith('/guides/2') && tried === 1) response.writeHead(429, { 'retry-after': '1' }).end()
      else if (pathname.endsWith('/guides/3') && tried === 1) response.writeHead(200, { 'content-length': '1000' }).write('{"guideid"')
      else if (pathname.endsWith('/guides/4')) response.writeHead(404).end('{}')
      else if (pathname.endsWith('/guides/5')) response.writeHead(403).end('{}')
      else if (pathname.endsWith('/guides/6')) response.destroy()
      else return false
      if (pathname.endsWith('/guides/3')) setTimeout(() => response.destroy(), 50)
      return true
    }
    const pictures = ['large', 'huge', 'moved'].map((name, at) => picture(at + 1, `/media/${name}.gif`))
    const results = []
    for (const way of ['alone', 'together'] as const) {
      tries.clear()
      const service = await smallService({ guides: guides(6), before, answers: {} })
      const media = pictures.map((image) => ({ ...image, standard: service.url + image.standard, original: service.url + image.original }))
      const first = guide(1, { image: media[0], steps: [{ stepid: 1, orderby: 1, media: { type: 'image', data: media }, lines: [] }] })
      const other = await smallService({ guides: [first, ...guides(6).slice(1)], before })
      const options = { ...optionsFor(other.url, await folder()), allowHost: ['127.0.0.1'] }
      const result = way === 'alone' ? await crawl(options) : (await Promise.all(together(options)))[0]?.result
      results.push({
        counts: result?.counts,
        failures: result?.failures.map(({ reason }) => reason.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')).toSorted(),
        files: [...(await contentOf(options.cache)).keys()].filter((path) => path.startsWith('records/')).toSorted(),
        tries: Object.fromEntries(tries),
      })
    }
    expect(results[1]).toEqual(results[0])
    expect(results[0]?.counts?.picture).toMatchObject({ fetched: 2, failed: 1 })
    expect(results[0]?.counts?.guide).toMatchObject({ fetched: 3, gone: 1, private: 1, failed: 1 })
  })

  test('when the leader leaves, another leads on, and asks for nothing that is there', async () => {
    const leaving = new AbortController()
    let count = 0
    const before: SmallService['before'] = (_request, response, { pathname }) => {
      if (pathname.includes('/guides/') && ++count === 40) leaving.abort()
      response.setHeader('x', 'y')
      return false
    }
    const service = await smallService({ guides: guides(120), before })
    const options = { ...optionsFor(service.url, await folder()), concurrency: 4 }
    const [first] = together(options, 1, [leaving.signal])
    const ended = expect(first).rejects.toMatchObject({ code: 'ERR_INTERRUPTED' })
    const [second] = together(options, 1)
    const end = await second
    await ended
    expect(end?.isOurs).toBe(true)
    expect(end?.result.counts.guide).toMatchObject({ failed: 0 })
    const twice = service.asked.length - new Set(service.asked).size
    expect(twice).toBeLessThanOrEqual(4)
    const alone = await folder()
    await crawl({ ...options, cache: alone })
    expect(await contentOf(options.cache)).toEqual(await contentOf(alone))
    expect(reportOf(options.cache)).toEqual(reportOf(alone))
  })

  test('what ends the crawl ends it for all workers, in the same words', async () => {
    const service = await smallService({
      before: (_request, response) => {
        response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
        return true
      },
    })
    const ends = await Promise.allSettled(together(optionsFor(service.url, await folder())))
    const messages = ends.map((end) => end.status === 'rejected' && (end.reason as Error).message)
    expect(messages[0]).toContain('401')
    expect(messages[1]).toBe(messages[0])
    expect(ends).toMatchObject([{ reason: { exitCode: 2 } }, { reason: { exitCode: 2, code: 'ERR_UNAUTHORISED' } }])
  })

  test('keeps to one rate, however many workers there are', async () => {
    const arrivals: number[] = []
    const before: SmallService['before'] = () => {
      arrivals.push(performance.now())
      return false
    }
    const service = await smallService({ guides: guides(40), before })
    await Promise.all(together({ ...optionsFor(service.url, await folder()), maxRate: 25 }, 3))
    const seconds = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000
    const rate = (arrivals.length - 1) / seconds
    // A rate for each worker would make 75, a third of it for each 8 where two have nothing to do. Other work on the machine delays single arrivals.
    expect(rate).toBeLessThan(30)
    expect(rate).toBeGreaterThan(12)
  })

  test('tells Redis no token, and keeps no answer there', async () => {
    const commands = await redis.watch()
    const token = 'a-token-that-nobody-may-read'
    const service = await smallService({ guides: [guide(1, { title: 'A title that stays at home' })] })
    await Promise.all(together({ ...optionsFor(service.url, await folder()), token }))
    expect(service.requests.some(({ headers }) => headers.authorization === `api ${token}`)).toBe(true)
    expect(commands()).toContain('/guides/1')
    expect(commands()).not.toContain(token)
    expect(commands()).not.toContain('stays at home')
  })

  describe('a worker that does not fit', () => {
    let letGo: () => void
    let options: CrawlOptions
    let running: Promise<SharedCrawl>
    /** A crawl that goes on until it is let go. */
    const hold = async () => {
      const held = new Promise<void>((resolve) => (letGo = resolve))
      const service = await smallService({
        guides: guides(2),
        before: (_request, response, { pathname }) => {
          if (!pathname.endsWith('/guides/2')) return false
          void held.then(() => response.writeHead(404).end('{}'))
          return true
        },
      })
      options = optionsFor(service.url, await folder())
      running = together(options, 1)[0] as Promise<SharedCrawl>
      await expect.poll(() => service.asked.some((path) => path.startsWith('/api/2.0/guides/2')), { timeout: 20_000 }).toBe(true)
      onTestFinished(async () => {
        letGo()
        await running
      })
    }

    test.each<[string, Partial<SharedOptions>, string]>([
      ['another version', { product: 'Benchbook 9.9.9' }, 'All workers must be of one version'],
      ['other options', { media: 'none' }, '`media` is "all" there and "none" here'],
      ['another contact', { contact: 'b@example.org' }, '`contact` is null there and "b@example.org" here'],
      ['another share that may fail', { maxFailed: 3 }, '`maxFailed` is null there and 3 here'],
      ['a token where the others have none', { token: 'x' }, 'has no token, and this worker has one'],
    ])('%s is refused with a sentence', async (_, difference, words) => {
      await hold()
      await expect(crawlTogether(redis.url, { ...options, ...difference })).rejects.toMatchObject({
        code: 'ERR_QUEUE',
        exitCode: 2,
        message: expect.stringContaining(words) as string,
      })
    })

    test('another folder is refused with a sentence', async () => {
      await hold()
      const message = expect.stringContaining('All workers must see one folder') as string
      await expect(crawlTogether(redis.url, { ...options, cache: await folder() })).rejects.toMatchObject({ code: 'ERR_QUEUE', message })
    })
  })

  test('a crawl that nobody works on any more gives way to one with other options, and to one in another folder', async () => {
    const stop = new AbortController()
    const service = await smallService({
      guides: guides(20),
      before: (_request, _response, { pathname }) => {
        if (pathname.endsWith('/guides/10')) stop.abort()
        return false
      },
    })
    const options = optionsFor(service.url, await folder())
    await expect(together(options, 1, [stop.signal])[0]).rejects.toMatchObject({ code: 'ERR_INTERRUPTED' })
    const end = await crawlTogether(redis.url, { ...optionsFor(service.url, await folder()), media: 'none' })
    expect(end.result.counts.guide?.fetched).toBe(20)
  })

  describe.each([true, false])('Redis ends at once and starts again, with an append-only file: %s', (appendOnly) => {
    test('the crawl goes on, and asks for nothing that is there', async () => {
      const own = await startRedis({ appendOnly })
      onTestFinished(() => own.stop())
      let count = 0
      let restarted: Promise<void> | undefined
      const before: SmallService['before'] = (_request, _response, { pathname }) => {
        if (pathname.includes('/guides/') && ++count === 60) restarted = own.restart()
        return false
      }
      const service = await smallService({ guides: guides(150), before })
      const warnings: string[] = []
      const options = { ...optionsFor(service.url, await folder()), concurrency: 4 }
      const hooks = { onWarning: (sentence: string) => warnings.push(sentence) }
      const ends = await Promise.all([crawlTogether(own.url, options, hooks), crawlTogether(own.url, options, hooks)])
      await restarted
      expect(restarted).toBeDefined()
      expect(ends.map(({ result }) => result.counts.guide?.fetched)).toEqual([150, 150])
      const twice = service.asked.length - new Set(service.asked).size
      expect(twice).toBeLessThanOrEqual(2 * 4)
      // Once for each worker that leads at the time.
      expect(warnings.filter((sentence) => sentence.includes('Redis has lost what it knew'))).toHaveLength(appendOnly ? 0 : 1)
      const alone = await folder()
      await crawl({ ...options, cache: alone })
      expect(await contentOf(options.cache)).toEqual(await contentOf(alone))
    })
  })

  test('another crawl in the folder is waited for', async () => {
    const service = await smallService({ guides: guides(3) })
    const cache = await folder()
    const lock = await lockCache(cache, () => undefined)
    const warnings: string[] = []
    const end = crawlTogether(redis.url, optionsFor(service.url, cache), { onWarning: (sentence) => warnings.push(sentence) })
    await expect.poll(() => warnings, { timeout: 20_000 }).toEqual([`Another crawl is at work in ${cache}: waiting for its end.`])
    await lock.release()
    expect((await end).result.counts.guide?.fetched).toBe(3)
  })

  test('no Redis is told in a sentence, without a password', async () => {
    const options = optionsFor('http://127.0.0.1:9', await folder())
    const end = crawlTogether('redis://:a-password@127.0.0.1:9', options)
    await expect(end).rejects.toMatchObject({
      code: 'ERR_QUEUE',
      exitCode: 2,
      message: expect.stringContaining('redis://127.0.0.1:9') as string,
    })
    await expect(end).rejects.not.toMatchObject({ message: expect.stringContaining('a-password') as string })
  })
})
