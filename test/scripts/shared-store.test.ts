import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBenchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { contentOf } from '../crawl/kill.ts'
import { guide, smallService, type SmallService } from '../crawl/small-service.ts'
import { type RunningRedis, startRedis, whyNoRedis } from '../queue/redis.ts'
import { memoryStore } from '../store/memory-store.ts'
import { BUCKET, startSwift, whyNoSwift } from '../store/swift.ts'

const why = whyNoRedis()
if (why) console.log(`No crawl is shared through a store: ${why}.`)
const whyNot = whyNoSwift()
if (whyNot) console.log(`No crawl is shared through Swift: ${whyNot}.`)

describe.skipIf(why)('commands of a crawl that is shared through a store', () => {
  let redis: RunningRedis
  beforeAll(async () => {
    redis = await startRedis({ appendOnly: true })
  })
  afterAll(() => redis.stop())

  const withPictures = async (count: number, before: SmallService['before'] = () => false) => {
    const media = await smallService({})
    const all = Array.from({ length: count }, (_, at) => {
      const url = `${media.url}/media/${at}.gif`
      return guide(at + 1, { image: { id: at + 1, guid: `g${at}`, standard: url, original: url } })
    })
    const { url, asked } = await smallService({ guides: all, before })
    return { url, asked: () => [...asked, ...media.asked] }
  }
  /** Starts the command in a folder of its own, as on a machine of its own. */
  const worker = async (source: string, store: string, env: Record<string, string>) => {
    const home = await temporaryFolder()
    const words = ['crawl', '--source', source, '--cache', store, '--queue', redis.url, '--concurrency', '4', '--allow-host', '127.0.0.1']
    return { cache: join(home, 'content-cache'), ...startBenchbook(words, { cwd: home, env }) }
  }
  const alone = async (source: string) => {
    const cache = join(await temporaryFolder(), 'cache')
    const { code, stderr } = await benchbookHere(['crawl', '--source', source, '--cache', cache, '--allow-host', '127.0.0.1'])
    expect(code, stderr).toBe(0)
    return contentOf(cache)
  }
  const pulled = async (store: string, env: Record<string, string>) => {
    const cache = join(await temporaryFolder(), 'cache')
    const { code, stderr } = await benchbookHere(['cache', 'pull', '--cache', cache, '--store', store], { env })
    expect(code, stderr).toBe(0)
    const content = await contentOf(cache)
    content.delete('store.json')
    return content
  }

  test.skipIf(whyNot)(
    'two workers with a folder each, Redis and Swift make the cache of one process; a build anywhere has it',
    { timeout: 120_000 },
    async () => {
      const swift = await startSwift()
      try {
        const store = `s3://${BUCKET}/shared`
        const { url, asked } = await withPictures(30)
        const workers = [await worker(url, store, swift.env), await worker(url, store, swift.env)]
        const ends = await Promise.all(workers.map(({ ended }) => ended))
        for (const { code, stderr } of ends) expect(code, stderr).toBe(0)
        const all = asked()
        expect(ends.map(({ stderr }) => stderr.includes(`Pushed to ${store}`)).toSorted()).toEqual([false, true])
        // Each names the place where the cache is for it.
        for (const [at, { stdout, stderr }] of ends.entries())
          expect(stdout).toMatch(new RegExp(`: ${stderr.includes('Pushed') ? (workers[at]?.cache ?? '') : store}$`, 'm'))
        expect(workers.map(({ cache }) => existsSync(join(cache, 'manifest.json'))).toSorted()).toEqual([false, true])
        expect(await pulled(store, swift.env)).toEqual(await alone(url))
        expect(asked().length).toBe(2 * all.length)
        const keys = await (await swift.client.fetch(`${swift.bucket}?list-type=2&prefix=shared/`)).text()
        expect(keys).toContain('<Key>shared/manifest.json</Key>')
        expect(keys).not.toContain('pending')
        const home = await temporaryFolder()
        const built = await startBenchbook(['build', '--cache', store], { cwd: home, env: { ...swift.env, BENCHBOOK_QUEUE: redis.url } })
          .ended
        expect([built.code, existsSync(join(home, 'dist/guide/1/index.html'))], built.stderr).toEqual([0, true])
      } finally {
        await swift.stop()
      }
    },
  )

  test(
    'of three workers the one that leads is killed: another goes on, and asks only for what was in flight',
    { timeout: 120_000 },
    async () => {
      const store = await memoryStore('honoured')
      const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'here', AWS_ENDPOINT_URL: store.endpoint }
      const [reached, held] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
      let isShared = false
      const { url, asked } = await withPictures(60, (_request, response, { pathname }) => {
        if (!pathname.endsWith('/guides/40')) return false
        if (isShared) reached.resolve(undefined)
        void (isShared ? held.promise : Promise.resolve()).then(() => response.writeHead(404).end('{}'))
        return true
      })
      const before = await alone(url)
      const askedAlone = asked().length
      isShared = true
      const workers = await Promise.all([1, 2, 3].map(() => worker(url, 's3://bucket/prefix', env)))
      await reached.promise
      const leader = await leaderOf(redis.url)
      workers.find(({ child }) => child.pid === leader)?.child.kill('SIGKILL')
      held.resolve(undefined)
      const ends = await Promise.all(workers.map(({ ended }) => ended))
      expect(ends.map(({ code }) => code).toSorted(), ends.map(({ stderr }) => stderr).join('\n')).toEqual([0, 0, null])
      expect(await pulled('s3://bucket/prefix', env)).toEqual(before)
      // And for the list, whose first page a crawl asks for twice, and the new leader again.
      expect(asked().length - 2 * askedAlone).toBeLessThanOrEqual(3 * 4 + 2)
      expect([...store.objects.keys()].filter((key) => key.startsWith('pending/'))).toEqual([])
    },
  )
})

/** The process that leads the one crawl under way, once one does. */
async function leaderOf(queue: string): Promise<number> {
  for (;;) {
    const { stdout } = await benchbookHere(['status', '--json', '--queue', queue])
    const { crawls } = JSON.parse(stdout) as { crawls: { leader?: string; workers: { id: string; pid: number }[] }[] }
    const found = crawls[0]?.workers.find(({ id }) => id === crawls[0]?.leader)
    if (found) return found.pid
  }
}
