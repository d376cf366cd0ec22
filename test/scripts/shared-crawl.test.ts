import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { benchbook, startBenchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { valueIn } from '../metrics/exposition.ts'
import { scrape } from '../metrics/scrape.ts'
import { type RunningRedis, startRedis, whyNoRedis } from '../queue/redis.ts'

const why = whyNoRedis()
if (why) console.log(`No shared crawl is tried: ${why}.`)

interface Status {
  crawls: {
    source: string
    state: string
    leader?: string
    workers: { id: string; pid: number; concurrency: number }[]
    progress?: { leader: string; counts: { guide?: { known: number } } }
  }[]
}

/** A service of so many guides, of which the last is answered, with 404, when it is let go. */
async function holdingLast(count: number) {
  const held = Promise.withResolvers<undefined>()
  const service = await smallService({
    guides: guides(count),
    before: (_request, response, { pathname }) => {
      if (!pathname.endsWith(`/guides/${count}`)) return false
      void held.promise.then(() => response.writeHead(404).end('{}'))
      return true
    },
  })
  return { service, letGo: () => held.resolve(undefined) }
}

describe.skipIf(why)('commands of a shared crawl', () => {
  let redis: RunningRedis
  beforeAll(async () => {
    redis = await startRedis({ appendOnly: true })
  })
  afterAll(() => redis.stop())

  const status = async (): Promise<Status> => {
    const { code, stdout, stderr } = await benchbook(['status', '--json'], { BENCHBOOK_QUEUE: redis.url })
    expect([code, stderr]).toEqual([0, ''])
    return JSON.parse(stdout) as Status
  }

  test(
    'status shows who works and leads; a leader that hangs loses its lead, is ended, and nothing is lost',
    { timeout: 120_000 },
    async () => {
      const { service, letGo } = await holdingLast(30)
      const cache = join(await temporaryFolder(), 'cache')
      const words = ['crawl', '--json', '--source', service.url, '--cache', cache, '--queue', redis.url, '--concurrency', '4']
      const workers = [startBenchbook(words), startBenchbook(words)]
      await expect.poll(async () => (await status()).crawls[0]?.progress?.counts.guide?.known, { timeout: 30_000 }).toBe(30)
      const [crawl] = (await status()).crawls
      expect(crawl).toMatchObject({ source: service.url, workers: [{ concurrency: 4 }, { concurrency: 4 }] })
      const leader = crawl?.workers.find(({ id }) => id === crawl.progress?.leader)
      const { stdout: text } = await benchbook(['status', '--queue', redis.url])
      expect(text).toMatch(/: 2 workers, begun /)
      expect(text).toMatch(/ leads$/m)
      const [hung, other] = workers.toSorted((a) => (a.child.pid === leader?.pid ? -1 : 1))
      hung?.child.kill('SIGSTOP')
      letGo()
      const { code, stdout, stderr } = (await other?.ended) ?? {}
      expect(code, stderr).toBe(0)
      const report = JSON.parse(stdout ?? '') as { counts: unknown; worker: unknown }
      expect(report).toMatchObject({ counts: { guide: { fetched: 29, gone: 1 } }, worker: { led: true } })
      await hung?.ended
      expect(hung?.child.signalCode).toBe('SIGKILL')
      expect(existsSync(join(cache, 'pending'))).toBe(false)
      expect(await status()).toEqual({ crawls: [] })
    },
  )

  test(
    'status says that workers are silent, and then that the crawl was interrupted; a worker that is started goes on with it',
    { timeout: 120_000 },
    async () => {
      let isHeld = true
      const service = await smallService({
        guides: guides(20),
        before: (_request, response, { pathname }) => {
          if (!isHeld || !pathname.endsWith('/guides/20')) return false
          response.on('error', () => undefined)
          return true
        },
      })
      const cache = join(await temporaryFolder(), 'cache')
      const words = ['crawl', '--json', '--source', service.url, '--cache', cache, '--queue', redis.url, '--concurrency', '2']
      const workers = [startBenchbook(words), startBenchbook(words)]
      await expect.poll(async () => (await status()).crawls[0]?.leader, { timeout: 30_000 }).toBeDefined()
      await expect.poll(async () => (await status()).crawls[0]?.workers.length, { timeout: 30_000 }).toBe(2)
      const [crawl] = (await status()).crawls
      const pid = crawl?.workers.find(({ id }) => id === crawl.leader)?.pid
      const [leader, other] = workers.toSorted((a) => (a.child.pid === pid ? -1 : 1))
      const inWords = async () => (await benchbook(['status', '--queue', redis.url])).stdout
      leader?.child.kill('SIGKILL')
      await expect
        .poll(inWords, { timeout: 12_000 })
        .toMatch(/ {2}Its leader is silent: another worker will lead.*[\s\S]* led, silent for \d\.\d s$/m)
      other?.child.kill('SIGKILL')
      await expect
        .poll(inWords, { timeout: 30_000 })
        .toMatch(/: interrupted, begun .*No worker is left: start one with the same options to go on\.$/m)
      expect((await status()).crawls).toMatchObject([{ state: 'interrupted', workers: [] }])
      isHeld = false
      const { code, stderr } = await startBenchbook(words).ended
      expect(code, stderr).toBe(0)
      expect(await status()).toEqual({ crawls: [] })
    },
  )

  test('Ctrl+C ends the leader with a word of the others, and they finish', { timeout: 120_000 }, async () => {
    const { service, letGo } = await holdingLast(20)
    const cache = join(await temporaryFolder(), 'cache')
    const words = ['crawl', '--json', '--source', service.url, '--cache', cache, '--queue', redis.url, '--concurrency', '2']
    const workers = [startBenchbook(words), startBenchbook(words)]
    await expect.poll(async () => (await status()).crawls[0]?.progress?.counts.guide?.known, { timeout: 30_000 }).toBe(20)
    await expect.poll(async () => (await status()).crawls[0]?.workers.length, { timeout: 30_000 }).toBe(2)
    const [crawl] = (await status()).crawls
    const pid = crawl?.workers.find(({ id }) => id === crawl.leader)?.pid
    const [leader, other] = workers.toSorted((a) => (a.child.pid === pid ? -1 : 1))
    leader?.child.kill('SIGINT')
    const ended = await leader?.ended
    expect([ended?.code, ended?.stderr]).toEqual([
      130,
      `benchbook: Interrupted. Workers that are left go on, and what arrived is stored in ${cache}: run the same command again to take part.\n`,
    ])
    letGo()
    const { code, stdout, stderr } = (await other?.ended) ?? {}
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout ?? '')).toMatchObject({ counts: { guide: { fetched: 19, gone: 1 } }, worker: { led: true } })
  })

  test('SIGTERM ends a worker whose Redis does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    const connected = once(silent, 'connection')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const queue = `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const words = ['crawl', '--source', 'http://127.0.0.1:9', '--cache', join(await temporaryFolder(), 'cache'), '--queue', queue]
    const { child, ended } = startBenchbook(words)
    const [socket] = (await connected) as [Socket]
    onTestFinished(() => void socket.destroy())
    child.kill('SIGTERM')
    expect((await ended).code).toBe(130)
  })

  test('a folder that cannot be made ends a worker at once, and leaves no crawl for others to join', async ({ skip }) => {
    skip(process.platform !== 'linux', 'There is no /proc.')
    const { code, stderr } = await benchbook(['crawl', '--source', 'http://127.0.0.1:9', '--cache', '/proc/x', '--queue', redis.url])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^benchbook: \/proc\/x\S* cannot be made: .* Choose another folder\.\n$/)])
    const client = new Redis(redis.url)
    onTestFinished(() => client.disconnect())
    expect(await client.keys('benchbook:*:run')).toEqual([])
  })

  test('no password of a Redis is told, in whatever ends', async () => {
    const client = new Redis(redis.url)
    onTestFinished(() => client.disconnect())
    await client.acl('SETUSER', 'teller', 'on', '>sesame', '~*', '&*', '+@all')
    const cache = join(await temporaryFolder(), 'cache')
    const address = redis.url.slice('redis://'.length)
    for (const queue of [
      `redis://teller:sesame@${address}`,
      `redis://nobody:sesame@${address}`,
      'redis://:sesame@127.0.0.1:9',
      'redis:/:sesame@h',
    ])
      for (const words of [['status'], ['crawl', '--source', 'http://127.0.0.1:9', '--cache', cache], ['config']])
        for (const more of [['--debug'], ['--json']]) {
          const { code, stdout, stderr } = await benchbookHere([...words, '--queue', queue, ...more])
          expect([code, stdout + stderr]).toEqual([expect.any(Number), expect.stringMatching(/\S/)])
          expect(stdout + stderr).not.toContain('sesame')
        }
  })

  test('Ctrl+C ends a worker that waits for another crawl in its folder', { timeout: 120_000 }, async () => {
    const service = await smallService({ guides: guides(3), before: (_request, _response, { pathname }) => pathname.endsWith('/guides/3') })
    const cache = join(await temporaryFolder(), 'cache')
    const words = ['crawl', '--source', service.url, '--cache', cache]
    const alone = startBenchbook(words)
    onTestFinished(() => void alone.child.kill('SIGKILL'))
    await expect.poll(() => service.asked.length, { timeout: 30_000 }).toBeGreaterThan(3)
    const { child, ended } = startBenchbook([...words, '--queue', redis.url])
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await expect.poll(() => said, { timeout: 30_000 }).toContain('waiting for its end')
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
      130,
      expect.stringMatching(/^benchbook: Interrupted\. Workers that are left go on/),
    ])
  })

  test('each worker answers Prometheus: what is done is the same at all, requests are those of its own', { timeout: 60_000 }, async () => {
    const held = Promise.withResolvers<undefined>()
    const service = await smallService({
      guides: guides(20),
      before: (_request, response, { pathname }) => {
        if (!pathname.endsWith('/guides/20')) return false
        void held.promise.then(() => response.writeHead(404).end('{}'))
        return true
      },
    })
    const cache = join(await temporaryFolder(), 'cache')
    const words = ['crawl', '--json', '--source', service.url, '--cache', cache, '--queue', redis.url, '--metrics', '0']
    const workers = [startBenchbook(words), startBenchbook(words)]
    const urls = await Promise.all(workers.map(({ child }) => metricsOf(child)))
    const figures = async (name: string, labels?: Record<string, string>) =>
      (await Promise.all(urls.map(scrape))).map((families) => valueIn(families, `benchbook_${name}`, labels))
    await expect.poll(() => figures('crawl_pending_records', { kind: 'guide' }), { timeout: 30_000 }).toEqual([1, 1])
    await expect.poll(() => figures('workers')).toEqual([2, 2])
    expect((await figures('worker_leads')).toSorted()).toEqual([0, 1])
    const runs = (await Promise.all(urls.map(scrape))).map((families) => families.get('benchbook_worker_info')?.samples[0]?.labels.run)
    expect(runs[0]).toMatch(/^[\da-f]{12}$/)
    expect(runs[1]).toBe(runs[0])
    // All but the one that is held.
    const sumOf = async (name: string) =>
      (await Promise.all(urls.map(scrape)))
        .flatMap((families) => families.get(name)?.samples ?? [])
        .reduce((sum, { value }) => sum + value, 0)
    await expect.poll(() => sumOf('benchbook_worker_requests_total')).toBe(service.asked.length - 1)
    await expect.poll(() => sumOf('benchbook_crawl_requests_total')).toBe(service.asked.length - 1)
    held.resolve(undefined)
    expect((await Promise.all(workers.map(({ ended }) => ended))).map(({ code }) => code)).toEqual([0, 0])
  })

  test.each([
    [['status'], 'No Redis is named. Add --queue'],
    [['status', '--queue', 'redis://127.0.0.1:9'], 'Redis at redis://127.0.0.1:9 cannot be used'],
    [
      ['crawl', '--source', 'http://127.0.0.1:9', '--queue', 'redis://127.0.0.1:9', '--store', 's3://copies'],
      'There are no keys for s3://copies',
    ],
  ])('%j ends with 2 and a sentence', async (words, said) => {
    const { code, stderr } = await benchbook(words, { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' })
    expect(stderr).toContain(said)
    expect(code).toBe(2)
  })
})

/** The address at which a worker answers Prometheus, once it says so. */
async function metricsOf({ stderr, exitCode }: ChildProcess): Promise<string> {
  for await (const chunk of stderr ?? []) {
    const [, url] = /^Metrics at (\S+)$/m.exec(String(chunk)) ?? []
    if (url) return url
  }
  throw new Error(`It has ended with ${exitCode ?? 'no code'}.`)
}
