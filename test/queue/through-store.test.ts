import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { crawl } from '../../src/crawl/crawl.ts'
import type { CrawlOptions } from '../../src/crawl/options.ts'
import { SystemError } from '../../src/errors.ts'
import { crawlTogether, type SharedCrawl } from '../../src/queue/shared-crawl.ts'
import type { SharedStore } from '../../src/queue/shared-store.ts'
import { pullCache } from '../../src/store/pull.ts'
import { pushCache } from '../../src/store/push.ts'
import { answersThrough } from '../../src/store/stored-answers.ts'
import { contentOf } from '../crawl/kill.ts'
import { folder, optionsFor } from '../crawl/server.ts'
import { guide, smallService, type SmallService } from '../crawl/small-service.ts'
import { type MemoryStore, memoryStore } from '../store/memory-store.ts'
import { type RunningRedis, startRedis, whyNoRedis } from './redis.ts'

const why = whyNoRedis()
if (why) console.log(`No crawl is shared through a store: ${why}.`)

const LARGE = Buffer.alloc(1024 * 1024, 'GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01', 'latin1')

/** Guides of which each has a picture; that of the first is too large for memory. */
const withPictures = (count: number, url: () => string) =>
  Array.from({ length: count }, (_, at) => {
    const picture = () => `${url()}/media/${at === 0 ? 'large' : at}.gif`
    const image = {
      id: at + 1,
      guid: `g${at}`,
      get standard() {
        return picture()
      },
      get original() {
        return picture()
      },
    }
    return guide(at + 1, { image })
  })

describe.skipIf(why)('a crawl that workers share through a store', () => {
  let redis: RunningRedis
  beforeAll(async () => {
    redis = await startRedis({ appendOnly: true })
  })
  afterAll(() => redis.stop())

  const storeFor = ({ client }: MemoryStore, cache: string): SharedStore => {
    const options = { folder: cache, full: false, product: 'test', onNote: () => undefined }
    return {
      ...answersThrough(client),
      url: client.address.url,
      pull: async () => {
        await pullCache(client, { ...options, isShared: true })
      },
      push: async () => {
        await pushCache(client, options)
      },
    }
  }
  const take = (store: MemoryStore, options: CrawlOptions, more: Partial<SharedStore> = {}): Promise<SharedCrawl> =>
    crawlTogether(redis.url, options, {}, { store: { ...storeFor(store, options.cache), ...more } })
  const pendingIn = ({ objects }: MemoryStore) => [...objects.keys()].filter((key) => key.startsWith('pending/'))
  /** What a reader of the store gets. */
  const pulledFrom = async ({ client }: MemoryStore) => {
    const cache = await folder()
    await pullCache(client, { folder: cache, full: false, onNote: () => undefined })
    const content = await contentOf(cache)
    content.delete('store.json')
    return content
  }
  const service = async (count: number, more: SmallService['before'] = () => false) => {
    let url = ''
    const before: SmallService['before'] = (request, response, address) => {
      if (more(request, response, address)) return true
      if (address.pathname !== '/media/large.gif') return false
      response.writeHead(200, { 'content-type': 'image/gif' }).end(LARGE)
      return true
    }
    const started = await smallService({ guides: withPictures(count, () => url), before })
    url = started.url
    return {
      ...started,
      options: async (rest: Partial<CrawlOptions> = {}) => optionsFor(url, await folder(), { allowHost: ['127.0.0.1'], ...rest }),
    }
  }

  test('has the bytes of a crawl by one process, with a folder for whoever leads only, an object an answer and none in the end', async () => {
    const { options, asked } = await service(40)
    const alone = await options()
    await crawl(alone)
    const askedAlone = asked.splice(0).toSorted()
    const store = await memoryStore('honoured')
    const all = await Promise.all([options(), options(), options()])
    const ends = await Promise.all(all.map((one) => take(store, one)))
    expect(await pulledFrom(store)).toEqual(await contentOf(alone.cache))
    expect(asked.toSorted()).toEqual(askedAlone)
    expect(ends.map(({ result }) => result.counts.guide?.fetched)).toEqual([40, 40, 40])
    expect(Math.min(...ends.map(({ requests }) => requests))).toBeGreaterThan(0)
    const used = await Promise.all(all.map(async ({ cache }) => (await readdir(cache)).length > 0))
    expect(used).toEqual(ends.map(({ isOurs }) => isOurs))
    expect(pendingIn(store)).toEqual([])
    const times = (method: string) =>
      store.log.filter((line) => new RegExp(`^${method} pending/answers/\\w+/[0-9a-f]{20}`).test(line)).length
    expect({ PUT: times('PUT'), GET: times('GET'), DELETE: times('DELETE') }).toEqual({
      PUT: askedAlone.length,
      GET: askedAlone.length,
      DELETE: askedAlone.length,
    })
  })

  test('a second night begins with what the store has, on whichever machine', async () => {
    const { options } = await service(5)
    const store = await memoryStore('honoured')
    await take(store, await options())
    const end = await take(store, await options())
    expect(end.result.counts.guide).toMatchObject({ unchanged: 5, fetched: 0 })
  })

  test('when the leader leaves, one with another folder leads on, and asks for nothing that is there, files among them', async () => {
    const leaving = new AbortController()
    let count = 0
    const { options, asked } = await service(60, (_request, _response, { pathname }) => {
      if (pathname.startsWith('/media/') && ++count === 30) leaving.abort()
      return false
    })
    const store = await memoryStore('honoured')
    const first = take(store, await options({ signal: leaving.signal, concurrency: 4 }))
    const ended = expect(first).rejects.toMatchObject({ code: 'ERR_INTERRUPTED' })
    const end = await take(store, await options({ concurrency: 4 }))
    await ended
    expect(end.isOurs).toBe(true)
    expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(4)
    const alone = await options({ concurrency: 4 })
    await crawl(alone)
    expect(await pulledFrom(store)).toEqual(await contentOf(alone.cache))
    expect(pendingIn(store)).toEqual([])
  })

  test('a leader that cannot push leaves the crawl to another, which asks for nothing again', async () => {
    const { options, asked } = await service(10)
    const store = await memoryStore('honoured')
    let letGo: () => void = () => undefined
    const joined = new Promise<void>((resolve) => (letGo = resolve))
    const push = async () => {
      await joined
      throw new SystemError('The store refuses the keys of this machine.', { code: 'ERR_STORE_REFUSED' })
    }
    const cache = await options()
    const first = take(store, cache, { push })
    const ended = expect(first).rejects.toMatchObject({ code: 'ERR_STORE_REFUSED' })
    await expect.poll(() => existsSync(join(cache.cache, 'manifest.json')), { timeout: 20_000 }).toBe(true)
    const second = take(store, await options())
    letGo()
    await ended
    expect((await second).isOurs).toBe(true)
    // A crawl asks for the first page of a list twice.
    const again = asked.filter((path, at) => asked.indexOf(path) !== at)
    expect(new Set(again)).toEqual(new Set(['/api/2.0/guides?limit=200&offset=0']))
    expect(pendingIn(store)).toEqual([])
    // The first one's folder has a finished crawl that the store never got: another has taken its place.
    expect((await take(store, cache)).result.counts.guide).toMatchObject({ unchanged: 10 })
  })

  test('a store that fails for a moment loses nothing', async () => {
    const { options } = await service(20)
    const store = await memoryStore('honoured')
    // Each request fails once at most: the client gives up after four times.
    const seen = new Set<string>()
    store.before = (line) => {
      const isFirst = line.includes('pending/answers/') && !seen.has(line)
      seen.add(line)
      return isFirst && seen.size % 5 === 0 ? 503 : undefined
    }
    const end = await take(store, await options())
    expect(end.result.counts).toMatchObject({ guide: { fetched: 20, failed: 0 }, picture: { fetched: 20, failed: 0 } })
  })

  describe('a worker that looks elsewhere', () => {
    let letGo: () => void
    const hold = async (isInStore: boolean) => {
      const held = new Promise<void>((resolve) => (letGo = resolve))
      const { options, asked } = await service(2, (_request, response, { pathname }) => {
        if (!pathname.endsWith('/guides/2')) return false
        void held.then(() => response.writeHead(404).end('{}'))
        return true
      })
      const store = await memoryStore('honoured')
      const one = await options()
      const running = isInStore ? take(store, one) : crawlTogether(redis.url, one)
      await expect.poll(() => asked.some((path) => path.startsWith('/api/2.0/guides/2')), { timeout: 20_000 }).toBe(true)
      onTestFinished(async () => {
        letGo()
        await running
      })
      return { store, options: await options() }
    }
    const refused = (message: string) => ({ code: 'ERR_QUEUE', exitCode: 2, message: expect.stringContaining(message) as string })

    test('is refused with another store', async () => {
      const { store, options } = await hold(true)
      const other = take(store, options, { url: 's3://bucket/other' })
      await expect(other).rejects.toMatchObject(
        refused('names s3://bucket/prefix, and this worker s3://bucket/other. All workers must name one store'),
      )
    })

    test('is refused with a store of the same name that is another one', async () => {
      const { options } = await hold(true)
      await expect(take(await memoryStore('honoured'), options)).rejects.toMatchObject(refused('look at `s3Endpoint`'))
    })

    test('is refused with a folder', async () => {
      const { options } = await hold(true)
      await expect(crawlTogether(redis.url, options)).rejects.toMatchObject(refused('names s3://bucket/prefix, and this worker no store'))
    })

    test('is refused with a store where the others have a folder', async () => {
      const { store, options } = await hold(false)
      await expect(take(store, options)).rejects.toMatchObject(refused('names no store, and this worker s3://bucket/prefix'))
    })
  })
})
