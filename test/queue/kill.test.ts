import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { API_PATH } from '../../src/replica/http/listener.ts'
import { startBenchbook } from '../benchbook.ts'
import { contentOf, differences, edit, randomFrom } from '../crawl/kill.ts'
import { SAMPLE } from '../crawl/sample.ts'
import { startSpoiltService } from '../replica/spoil.ts'
import { type RunningRedis, startRedis, whyNoRedis } from './redis.ts'

/** `KILL_SEED=7 npm run soak -- tests test/queue/kill.test.ts` */
const SEED = Number(process.env.KILL_SEED ?? 2026)
const WORKERS = 4
const CONCURRENCY = 4
const KILLS_PER_CRAWL = 6
const CRAWLS = 5

const why = whyNoRedis()
if (why) console.log(`No shared crawl is killed: ${why}.`)

describe.skipIf(why)(`${CRAWLS * KILLS_PER_CRAWL} kills over ${WORKERS} workers`, () => {
  const random = randomFrom(SEED)
  let redis: RunningRedis
  let place: string
  beforeAll(async () => {
    console.info(`KILL_SEED=${SEED}`)
    redis = await startRedis({ appendOnly: true })
    place = await mkdtemp(join(tmpdir(), 'benchbook-workers-'))
  })
  afterAll(async () => {
    await redis.stop()
    await rm(place, { recursive: true, force: true })
  })

  const wordsFor = (source: string, cache: string) =>
    [
      'crawl',
      '--quiet',
      '--source',
      source,
      '--cache',
      cache,
      '--lang',
      'all',
      '--concurrency',
      String(CONCURRENCY),
      '--sizes',
      'standard',
    ] as const

  /** Serves a cache; what was asked is in the list, and `onRequest` is called with its length. */
  async function serve(
    cache: string,
    port = 0,
  ): Promise<{ url: string; asked: string[]; onRequest: (count: number) => void; close: () => Promise<void> }> {
    const asked: string[] = []
    const watched: { asked: string[]; onRequest: (count: number) => void } = { asked, onRequest: () => undefined }
    const service = await startSpoiltService(await openCache(cache), {
      port,
      latencyMs: 20,
      spoil: ({ path, query }) => {
        asked.push(`${path}?${query.toString()}`)
        watched.onRequest(asked.length)
        return undefined
      },
    })
    onTestFinished(() => service.close())
    return Object.assign(watched, { url: service.url, close: () => service.close() })
  }

  /**
   * Crawls with workers, of whom one is killed at each of the moments, and another takes its place. Returns how often was asked until the end: one
   * that is there too late for this crawl begins the next.
   */
  async function crawlKilling(service: Awaited<ReturnType<typeof serve>>, cache: string, moments: readonly number[]): Promise<number> {
    const client = new Redis(redis.url)
    const monitor = await client.monitor()
    let atEnd: number | undefined
    monitor.on('monitor', (_time, [command, key]: string[]) => {
      if (/^set$/i.test(command ?? '') && key?.includes(':end:')) atEnd ??= service.asked.length
    })
    const workers: ReturnType<typeof startBenchbook>[] = []
    const add = () => workers.push(startBenchbook([...wordsFor(service.url, cache), '--queue', redis.url]))
    for (let at = 0; at < WORKERS; at++) add()
    const left = [...moments]
    service.onRequest = (count) => {
      if (left[0] === undefined || count < left[0]) return
      left.shift()
      const live = workers.filter(({ child }) => child.exitCode === null && child.signalCode === null)
      live[Math.floor(random() * live.length)]?.child.kill('SIGKILL')
      add()
    }
    // More come while these are waited for.
    for (const { child, ended } of workers) {
      const { code, stderr } = await ended
      if (child.signalCode === null) expect(code, stderr).toBe(0)
    }
    monitor.disconnect()
    client.disconnect()
    expect(left, 'every moment has come').toEqual([])
    expect(atEnd, 'the end was told').toBeDefined()
    return atEnd ?? 0
  }

  test(
    'lose nothing, ask for nothing again but what was in flight, and leave the bytes of an undisturbed crawl',
    { timeout: 600_000 },
    async () => {
      const changed = join(place, 'changed')
      await cp(SAMPLE, changed, { recursive: true })
      for (const guideid of [1, 2, 5, 20, 27]) await edit(changed, guideid)
      const service = await serve(SAMPLE)
      const alone = join(place, 'alone')
      const { code, stderr } = await startBenchbook(wordsFor(service.url, alone)).ended
      expect(code, stderr).toBe(0)
      const content = await contentOf(alone)
      const requests = service.asked.length
      const askedOnce = timesOf(service.asked.splice(0))
      for (let turn = 0; turn < CRAWLS; turn++) {
        const cache = join(place, `shared-${turn}`)
        const moments = Array.from({ length: KILLS_PER_CRAWL }, () => 1 + Math.floor(random() * 0.95 * requests)).toSorted((a, b) => a - b)
        const atEnd = await crawlKilling(service, cache, moments)
        const when = `KILL_SEED=${SEED}, crawl ${turn}, killed at requests ${moments.join(', ')} of ${requests}`
        expect(differences(await contentOf(cache), content), when).toEqual([])
        const asked = timesOf(service.asked.splice(0).slice(0, atEnd))
        expect(asked.size, when).toBeGreaterThanOrEqual(askedOnce.size)
        const again = [...asked].flatMap(([url, times]) => {
          const more = times - (askedOnce.get(url) ?? 0)
          return more > 0 ? [{ url, more }] : []
        })
        const sum = (isApi: boolean) =>
          again.filter(({ url }) => url.startsWith(API_PATH) === isApi).reduce((all, { more }) => all + more, 0)
        expect(sum(true), `${when}: ${JSON.stringify(again)}`).toBeLessThanOrEqual(KILLS_PER_CRAWL * CONCURRENCY)
        // Files that have arrived and are not in their place yet are in flight, too.
        expect(sum(false), `${when}: ${JSON.stringify(again)}`).toBeLessThanOrEqual(KILLS_PER_CRAWL * 2 * CONCURRENCY)
      }
    },
  )
})

function timesOf(asked: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const url of asked) times.set(url, (times.get(url) ?? 0) + 1)
  return times
}
