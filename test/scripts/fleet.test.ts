import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEngine } from '../../src/queue/engine.ts'
import { FLEET_ID, FLEETS } from '../../src/queue/jobs.ts'
import { startBenchbook, succeed } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { sendJson } from '../crawl/server.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { KEYS, PATIENCE, setUp, slowService, type Status } from '../queue/fleet.ts'
import { type RunningServer, startPostgres, startRedis, whyNoPostgres, whyNoRedis } from '../queue/servers.ts'
import { differing, siteFiles } from '../site-files.ts'
import { freePort } from '../tools.ts'

const ENGINES = {
  Redis: { why: whyNoRedis, start: startRedis },
  PostgreSQL: { why: whyNoPostgres, start: startPostgres },
}

for (const [name, { why, start }] of Object.entries(ENGINES)) {
  if (why) console.log(`Skipped: a fleet on ${name}, since ${why}.`)
  describe.skipIf(why)(`a fleet on ${name}`, () => {
    let server: RunningServer
    beforeAll(async () => {
      server = await start()
    })
    afterAll(() => server.stop())

    test('three services on two workers: each has its night, and a broken one costs only itself', async () => {
      const { store, fleet, worker, status } = await setUp(server.url)
      const services = [guides(3), guides(2), guides(4)]
      const urls = await Promise.all(services.map(async (all) => (await smallService({ guides: all })).url))
      const given = urls.map((source, at) => ({
        name: `service-${at}`,
        schedule: '0 2 * * *',
        shards: at === 2 ? 2 : 1,
        options: { source },
      }))
      const broken = { name: 'broken', options: { source: 'http://127.0.0.1:9', retries: 0 } }
      const [port, published] = [await freePort(), join(await temporaryFolder(), 'published')]
      const publisher = `${published}.sh`
      writeFileSync(publisher, `#!/bin/sh\ntest -f "$1/index.html" && echo "$2" >>${published}\n`, { mode: 0o755 })
      const [one, two] = [await worker(['--publish', publisher, '--metrics', String(port)]), await worker(['--publish', publisher])]
      await fleet([...given, broken], '--now')
      const states = async () => (await status()).services.map(({ last }) => last?.state)
      await expect.poll(states, PATIENCE).toEqual(['ok', 'ok', 'ok', 'failed'])
      const { services: now, workers } = await status()
      expect(new Set(workers).size).toBe(2)
      for (const { last } of now.slice(0, 3)) expect(last?.rendered).toBe(last?.pages)
      expect(readFileSync(published, 'utf8').trim().split('\n').sort()).toEqual(['service-0', 'service-1', 'service-2'])
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      expect(metrics).toMatch(/^benchbook_job_duration_seconds_count\{result="completed"\} [1-9]/m)
      expect(metrics).toMatch(/^benchbook_night_failed\{service="[\w-]+"\} [01]$/m)
      expect(metrics).toMatch(/^benchbook_queue_jobs\{state="active"\} 0$/m)
      expect(now[0]?.next).toMatch(/T02:00:00/)
      expect([...store.objects.keys()].filter((key) => key.endsWith('night.json'))).toHaveLength(4)
      one.child.kill('SIGINT')
      two.child.kill('SIGINT')
      const [first, second] = [await one.ended, await two.ended]
      expect(first.code).toBe(130)
      for (const name of ['service-0: ok after ', 'service-1: ok after ', 'service-2: ok after ', 'broken failed: Nobody answers'])
        expect(first.stderr + second.stderr).toContain(name)
      // The site in the store, from two shards, is the one that one machine makes of the cache there.
      const [alone, other] = [await temporaryFolder(), await temporaryFolder()]
      const stored = ['--store', 's3://bucket/fleet/service-2', '--s3-endpoint', store.endpoint]
      await succeed(['build', ...stored], { cwd: alone, env: KEYS })
      await succeed(['check', '--out', 'site', '--store-site', ...stored], { cwd: other, env: KEYS })
      expect(differing(await siteFiles(join(alone, 'dist')), await siteFiles(join(other, 'site')))).toEqual([])
    })

    test('crawls that share a queue send to a host in turns: it sees the limit of one', async () => {
      let [inFlight, most] = [0, 0]
      const all = guides(40)
      const { url } = await smallService({
        guides: all,
        instead: (path) => {
          const found = all.find(({ guideid }) => path === `/guides/${guideid}`)
          if (!found) return undefined
          most = Math.max(most, ++inFlight)
          return (response) => setTimeout(() => inFlight-- && sendJson(response, found), 50)
        },
      })
      const crawl = async () =>
        startBenchbook(['crawl', '--source', url, '--concurrency', '3', '--queue', server.url], { cwd: await temporaryFolder() }).ended
      const ended = await Promise.all([crawl(), crawl(), crawl()])
      expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
      expect(most).toBe(3)
    })

    test('a fleet of another version is refused', async () => {
      const { fleet, worker, status } = await setUp(server.url)
      await fleet([{ name: 'one', options: { source: 'http://127.0.0.1:9' } }])
      await changeFleet(server.url, { product: 'Benchbook/0.0.1' })
      const refused = await (await worker()).ended
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is of Benchbook/0.0.1, and this is ')])
      await expect(status()).rejects.toThrow('is of Benchbook/0.0.1')
    })
  })
}

/** Changes what a queue says of its fleet. */
async function changeFleet(url: string, changes: object): Promise<void> {
  const engine = await openEngine(url, () => undefined)
  const job = await engine.queue(FLEETS).getJob(FLEET_ID)
  await job?.updateData({ ...job.data, ...changes })
  await engine.close()
}

describe.skipIf(whyNoRedis)('what goes wrong in a night', () => {
  let redis: RunningServer
  beforeEach(async () => {
    redis = await startRedis()
    return () => redis.stop()
  })

  /** Three services, each of which takes a second or two to copy, on two workers; `disturb` is called when a crawl is under way. */
  async function nightWith(disturb: (workers: readonly ChildProcess[], status: () => Promise<Status>) => Promise<unknown>) {
    const { fleet, worker, status } = await setUp(redis.url)
    const asked: string[] = []
    const under = Promise.withResolvers<true>()
    const sources = await Promise.all(
      [1, 2, 3].map((service) =>
        slowService(40, 30, (path) => {
          asked.push(`${service} ${path}`)
          if (asked.length > 10) under.resolve(true)
        }),
      ),
    )
    const workers = [await worker(), await worker()].map(({ child }) => child)
    await fleet(
      sources.map((source, at) => ({ name: `service-${at}`, options: { source } })),
      '--now',
    )
    await under.promise
    await disturb(workers, status)
    await expect.poll(async () => (await status()).services.map(({ last }) => last?.state), PATIENCE).toEqual(['ok', 'ok', 'ok'])
    return { asked: asked.length, different: new Set(asked).size }
  }

  test('the job of a killed worker is done by another', async () => {
    const { asked, different } = await nightWith(async ([first], status) => {
      first?.kill('SIGKILL')
      await expect.poll(async () => (await status()).services.flatMap(({ work }) => work.filter(({ isGone }) => isGone))).toHaveLength(1)
    })
    // What the killed one was at is at most one service.
    expect([different, asked <= 120 + 40]).toEqual([120, true])
  })

  test('a worker that hangs loses its job to another', async () => {
    const { asked, different } = await nightWith(([first]) => Promise.resolve(first?.kill('SIGSTOP')))
    expect([different, asked <= 120 + 40]).toEqual([120, true])
  })

  test('a fleet says which services it adds and removes', async () => {
    const { fleet } = await setUp(redis.url)
    const [one, two] = ['one', 'two'].map((name) => ({ name, options: { source: 'http://127.0.0.1:9' } }))
    expect(await fleet([one ?? {}])).toMatch(/has a fleet of 1 service, 0 with a schedule\.\n$/)
    expect(await fleet([two ?? {}])).toMatch(/\nAdded: two\.\nRemoved, and kept in the store: one\.\n$/)
  })

  test('two workers are not given one folder', async () => {
    const { worker } = await setUp(redis.url)
    const folder = ['--work', await temporaryFolder()]
    const first = await worker(folder)
    await expect.poll(() => existsSync(join(folder[1] ?? '', 'worker.lock'))).toBe(true)
    const { code, stderr } = await (await worker(folder)).ended
    expect([code, stderr]).toEqual([2, expect.stringContaining('is that of another worker')])
    first.child.kill('SIGINT')
    await first.ended
    expect(existsSync(join(folder[1] ?? '', 'worker.lock'))).toBe(false)
  })

  test('a night waits for a crawl of the same store', async () => {
    const { store, fleet, worker, status } = await setUp(redis.url)
    const held = Promise.withResolvers<undefined>()
    const { url } = await smallService({
      guides: guides(2),
      before: (_, response, { pathname }) => {
        if (!pathname.endsWith('/guides/2')) return false
        void held.promise.then(() => response.writeHead(404).end('{}'))
        return true
      },
    })
    const place = ['--store', 's3://bucket/fleet/one', '--s3-endpoint', store.endpoint]
    const crawl = startBenchbook(['crawl', '--source', url, ...place], { env: KEYS, cwd: await temporaryFolder() })
    await expect.poll(() => [...store.objects.keys()].some((key) => key.endsWith('lease.json'))).toBe(true)
    await fleet([{ name: 'one', options: { source: url } }], '--now')
    const { child } = await worker()
    await expect.poll(async () => (await status()).services.map(({ now }) => now), PATIENCE).toEqual(['running'])
    await expect.poll(async () => (await status()).services.map(({ now }) => now), PATIENCE).toEqual(['waiting'])
    held.resolve(undefined)
    expect((await crawl.ended).code).toBe(0)
    await expect.poll(async () => (await status()).services.map(({ last }) => last?.state), PATIENCE).toEqual(['ok'])
    child.kill('SIGINT')
  })

  test('a queue that loses everything costs work, and no night', async () => {
    const client = new Redis(redis.url)
    const { different } = await nightWith(() => client.flushall())
    await client.quit()
    expect(different).toBe(120)
  })

  test('a Redis that is gone for a moment is waited for', async () => {
    const { asked } = await nightWith(async () => {
      await redis.kill()
      await redis.start()
    })
    expect(asked).toBe(120)
  })

  test('a Redis that is gone for longer than the turn at a host lasts is waited for', async () => {
    const { fleet, worker, status } = await setUp(redis.url)
    const asked = new Set<string>()
    const source = await slowService(600, 300, (path) => asked.add(path))
    const { child } = await worker()
    await fleet([{ name: 'one', options: { source } }], '--now')
    await expect.poll(() => asked.size > 100, PATIENCE).toBe(true)
    await redis.kill()
    await sleep(22_000)
    await redis.start()
    await expect.poll(async () => (await status()).services.map(({ last }) => last?.state), PATIENCE).toEqual(['ok'])
    expect(asked.size).toBe(600)
    child.kill('SIGINT')
  })
})

test.skipIf(whyNoRedis)('a Redis that may delete jobs is refused', async () => {
  const redis = await startRedis('--maxmemory-policy', 'allkeys-lru')
  const { code, stderr } = await startBenchbook(['status', '--queue', redis.url]).ended
  expect([code, stderr]).toEqual([2, expect.stringContaining('maxmemory-policy allkeys-lru')])
  await redis.stop()
})

test.skipIf(whyNoRedis)('a worker without the keys of the store takes no job', async () => {
  const redis = await startRedis()
  const { fleet, worker, status } = await setUp(redis.url)
  const early = await worker([], {})
  await fleet([{ name: 'one', options: { source: 'http://127.0.0.1:9' } }], '--now')
  for (const refused of [await early.ended, await (await worker([], {})).ended])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('There are no keys for s3://bucket/fleet')])
  expect((await status()).services.map(({ now, last }) => [now, last])).toEqual([['waiting', undefined]])
  await redis.stop()
})

test('a crawl whose queue does not answer ends with a sentence', async () => {
  const crawl = ['crawl', '--source', 'http://127.0.0.1:9', '--queue', `redis://127.0.0.1:${await freePort()}`]
  const { code, stderr } = await startBenchbook(crawl, { cwd: await temporaryFolder() }).ended
  expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be used as a queue')])
})
