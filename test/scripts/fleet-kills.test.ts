import { Redis } from 'ioredis'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { crawl } from '../../src/crawl/crawl.ts'
import { PRODUCT } from '../../src/product.ts'
import { storeClient } from '../../src/store/client.ts'
import { pullCache } from '../../src/store/pull.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { contentOf, randomFrom } from '../crawl/kill.ts'
import { optionsFor } from '../crawl/server.ts'
import { PATIENCE, setUp, slowService } from '../queue/fleet.ts'
import { startRedis, whyNoRedis } from '../queue/servers.ts'

/** `KILL_SEED=7 FLEET_MOMENTS=100 npx vitest run --project storage test/scripts/fleet-kills.test.ts` */
const MOMENTS = Number(process.env.FLEET_MOMENTS ?? 2)
const SEED = Number(process.env.KILL_SEED ?? 2026)
const [SERVICES, GUIDES, LATENCY_MS] = [3, 200, 50]
/** About how long an undisturbed night takes. */
const NIGHT_MS = 40_000
const HARMS = ['kill', 'flush'] as const

const random = randomFrom(SEED)
const moments = Array.from(
  { length: MOMENTS },
  (_, at) => [HARMS[at % HARMS.length] ?? 'kill', Math.floor(random() * NIGHT_MS), random()] as const,
)

if (whyNoRedis) console.log(`Skipped: kills of workers at random moments, since ${whyNoRedis}.`)
test.skipIf(whyNoRedis).each(moments)(
  `%s after %i ms of a night: the copies are those of an undisturbed one (KILL_SEED=${SEED}, worker %f)`,
  async (harm, afterMs, which) => {
    const redis = await startRedis()
    const { store, fleet, worker, status } = await setUp(redis.url)
    const asked: string[] = []
    const sources = await Promise.all(
      Array.from({ length: SERVICES }, (_, service) => slowService(GUIDES, LATENCY_MS, (path) => asked.push(`${service} ${path}`))),
    )
    const workers = [await worker(), await worker()].map(({ child }) => child)
    await fleet(
      sources.map((source, at) => ({ name: `service-${at}`, options: { source, concurrency: 1 } })),
      '--now',
    )
    await sleep(afterMs)
    if (harm === 'flush') await flush(redis.url)
    else {
      workers[Math.floor(which * workers.length)]?.kill('SIGKILL')
      workers.push((await worker()).child)
    }
    await expect.poll(async () => (await status()).services.map(({ last }) => last?.state), PATIENCE).toEqual(Array(SERVICES).fill('ok'))
    await stop(workers)
    const different = new Set(asked).size
    console.info(`${harm} after ${afterMs} ms: ${asked.length - different} of ${different} asked twice`)
    expect(different).toBe(SERVICES * GUIDES)
    for (const [at, source] of sources.entries()) {
      const [pulled, crawled] = [await temporaryFolder(), await temporaryFolder()]
      const keys = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'here' }
      const client = storeClient({ url: `s3://bucket/fleet/service-${at}`, endpoint: store.endpoint, keys })
      await pullCache(client, { folder: pulled, replace: false, onNote: () => undefined })
      await crawl(optionsFor(source, crawled, { product: PRODUCT }))
      const content = await contentOf(pulled)
      content.delete('store.json')
      expect(content).toEqual(await contentOf(crawled))
    }
    await redis.stop()
  },
)

async function flush(url: string): Promise<void> {
  const client = new Redis(url)
  await client.flushall()
  await client.quit()
}

async function stop(workers: readonly ChildProcess[]): Promise<void> {
  for (const child of workers) child.kill('SIGINT')
  await expect.poll(() => workers.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)).toBe(true)
}
