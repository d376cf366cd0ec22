import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { FolderAnswers } from '../../src/cache/answers/folder-answers.ts'
import type { QueuedAnswers } from '../../src/cache/answers/queued-answers.ts'
import { PENDING_FOLDER } from '../../src/cache/layout.ts'
import { lockCache } from '../../src/cache/lock/lock.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { SystemError } from '../../src/errors.ts'
import { crawlName, keysOf } from '../../src/queue/keys.ts'
import { lead } from '../../src/queue/lead.ts'
import { Lease } from '../../src/queue/lease.ts'
import type { Place } from '../../src/queue/place.ts'
import type { AnswerHead } from '../../src/queue/request-job.ts'
import { announceEnd, joinRun, keepEnd, readEnd, type RunEnd, type SharedResult } from '../../src/queue/run.ts'
import { workOn } from '../../src/queue/work.ts'
import { newWorker, Workers } from '../../src/queue/workers.ts'
import { folder, optionsFor } from '../crawl/server.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { type RunningRedis, startRedis, whyNoRedis } from './redis.ts'

const why = whyNoRedis()
if (why) console.log(`The ends of shared crawls are not tried: ${why}.`)

describe.skipIf(why)('the end of a worker', () => {
  let redis: RunningRedis
  beforeAll(async () => {
    redis = await startRedis({ appendOnly: false })
  })
  afterAll(() => redis.stop())

  const connect = (): Redis => {
    const client = new Redis(redis.url, { maxRetriesPerRequest: null })
    onTestFinished(() => client.disconnect())
    return client
  }
  const connections = async (client: Redis): Promise<number> =>
    String(await client.client('LIST'))
      .trim()
      .split('\n').length

  /** A worker of the crawl of `source` that leads it. */
  const leader = async (
    source: string,
    {
      leaseMs,
      cache,
      warnings = [],
      patienceMs = 0,
      answersOf = (answers) => answers,
    }: {
      leaseMs: number
      cache?: string
      warnings?: string[]
      patienceMs?: number
      answersOf?: (answers: QueuedAnswers<AnswerHead>) => QueuedAnswers<AnswerHead>
    },
  ): Promise<Place> => {
    const client = connect()
    const options = optionsFor(source, cache ?? (await folder()))
    const name = crawlName(source)
    const run = await joinRun(client, name, options)
    const self = newWorker(1)
    const lease = new Lease(client, keysOf(name).lease, self.id, leaseMs)
    await lease.take()
    const answers = answersOf(new FolderAnswers<AnswerHead>(options.cache, run.id))
    const workers = new Workers(client, name)
    const warn = (sentence: string) => void warnings.push(sentence)
    return { redis: client, name, run, options, answers, store: undefined, workers, self, lease, warn, onFinished: undefined, patienceMs }
  }

  test('a leader that cannot begin leaves no connection, and keeps no lead', async () => {
    const watcher = connect()
    const place = await leader('http://127.0.0.1:9', {
      leaseMs: 500,
      answersOf: (answers) => {
        answers.begin = () => {
          throw new SystemError('The folder is read-only here.')
        }
        return answers
      },
    })
    const before = await connections(watcher)
    await expect(lead(place, {})).rejects.toThrow('The folder is read-only here.')
    await expect.poll(() => connections(watcher)).toBe(before)
    await expect.poll(() => watcher.exists(keysOf(place.name).lease), { timeout: 5_000 }).toBe(0)
  })

  test('two that lead at once, since Redis has lost who did, end with the crawl of the one that has the cache', async () => {
    const warnings: string[] = []
    const service = await smallService({
      guides: guides(3),
      before: (_request, response, { pathname }) => {
        if (!pathname.endsWith('/guides/3')) return false
        void second.redis.set(keysOf(first.name).lease, second.self.id).then(() => {
          later ??= lead(second, {})
          setTimeout(() => response.writeHead(404).end('{}'), 300)
        })
        return true
      },
    })
    let later: Promise<RunEnd | undefined> | undefined
    const first = await leader(service.url, { leaseMs: 120_000, warnings })
    const second = await leader(service.url, { leaseMs: 120_000, warnings, cache: first.options.cache })
    onTestFinished(await workOn(first))
    const end = await lead(first, {})
    expect(end).toMatchObject({ by: first.self.id, result: { counts: { guide: { fetched: 2, gone: 1 } } } })
    expect(await later).toMatchObject({ by: first.self.id })
    const asked = service.asked.splice(0)
    await crawl(optionsFor(service.url, await folder()))
    expect(asked.toSorted()).toEqual(service.asked.toSorted())
    expect(warnings.filter((warning) => !warning.startsWith('Another crawl is at work'))).toEqual([])
    expect(await first.redis.exists(keysOf(first.name).run)).toBe(0)
    expect(existsSync(join(first.options.cache, PENDING_FOLDER))).toBe(false)
  })

  test('others hear of it when nothing is left to do in the folder', async () => {
    const { url } = await smallService({ guides: guides(2) })
    const place = await leader(url, { leaseMs: 10_000 })
    onTestFinished(await workOn(place))
    const heard: unknown[] = []
    const onFinished = async () =>
      void heard.push(existsSync(join(place.options.cache, 'manifest.json')), await readEnd(place.redis, place.name, place.run))
    expect(await lead({ ...place, onFinished }, {})).toMatchObject({ by: place.self.id })
    expect(heard).toEqual([true, undefined])
    expect(await readEnd(place.redis, place.name, place.run)).toMatchObject({ by: place.self.id })
  })

  test('workers that follow each other take the place of a run that nobody works on', { timeout: 60_000 }, async () => {
    const { redis: client, name, run, options } = await leader('http://127.0.0.1:5', { leaseMs: 500 })
    const others = { ...options, cache: await folder() }
    const first = joinRun(client, name, others).then(async ({ id }) => {
      onTestFinished(await new Workers(client, name).report(newWorker(1)))
      return id
    })
    await sleep(2000)
    const second = joinRun(client, name, others).then(({ id }) => id)
    expect(await first).not.toBe(run.id)
    expect(await second).toBe(await first)
  })

  test('a run that has ended is joined by nobody, also where nobody has cleared it up', async () => {
    const { redis: client, name, run, options } = await leader('http://127.0.0.1:7', { leaseMs: 500 })
    await keepEnd(client, name, run, { by: 'another', result: {} as SharedResult })
    expect((await joinRun(client, name, options)).id).not.toBe(run.id)
  })

  test('a worker that comes while the crawl ends takes that end, and begins no other', async () => {
    const { redis: client, name, run, options } = await leader('http://127.0.0.1:6', { leaseMs: 500 })
    await rm(join(options.cache, PENDING_FOLDER), { recursive: true })
    const joining = joinRun(client, name, options)
    await sleep(300)
    await announceEnd(client, name, run, { by: 'another', result: {} as SharedResult })
    const start = performance.now()
    expect((await joining).id).toBe(run.id)
    expect(performance.now() - start).toBeLessThan(2000)
  })

  test('a leader that has waited for the cache has a place for its answers, whatever was cleared up meanwhile', async () => {
    const { url } = await smallService({ guides: guides(3) })
    const warnings: string[] = []
    const place = await leader(url, { leaseMs: 10_000, warnings, patienceMs: 30_000 })
    const { cache } = place.options
    onTestFinished(await workOn(place))
    const lock = await lockCache(cache, () => undefined)
    const leading = lead(place, {})
    await expect.poll(() => warnings.length, { timeout: 10_000 }).toBe(1)
    await rm(join(cache, PENDING_FOLDER), { recursive: true })
    await lock.release()
    expect(await leading).toMatchObject({ result: { counts: { guide: { fetched: 3 } } } })
  })

  test('a worker that comes to lead when the crawl has just ended takes that end', async () => {
    const service = await smallService({ guides: guides(3) })
    const place = await leader(service.url, { leaseMs: 500 })
    const theirs: RunEnd = { by: 'another', result: {} as SharedResult }
    await announceEnd(place.redis, place.name, place.run, theirs)
    expect(await lead(place, {})).toEqual(theirs)
    expect(service.asked).toEqual([])
  })

  test('a lead that Redis has lost stays with its holder, however long Redis was away', async () => {
    const client = connect()
    const [theirs, ours] = ['them', 'us'].map((holder) => new Lease(client, 'a-lease', holder, 1000)) as [Lease, Lease]
    expect(await theirs.take()).toBe(true)
    expect(await ours.take()).toBe(false)
    await client.del('a-lease')
    await sleep(600)
    expect(await ours.take()).toBe(false)
    expect(await theirs.hold()).toBe(true)
    expect(await ours.take()).toBe(false)
    await client.del('a-lease')
    expect(await ours.take()).toBe(false)
    await sleep(600)
    expect(await ours.take()).toBe(true)
  })

  test('its process ends with a sentence when another crawl stays at work in the folder', async () => {
    const { url } = await smallService({ guides: guides(3) })
    const cache = await folder()
    const lock = await lockCache(cache, () => undefined)
    onTestFinished(() => lock.release())
    const program = `
      const { crawlTogether } = await import(${JSON.stringify(resolve('src/queue/shared-crawl.ts'))})
      const options = ${JSON.stringify(optionsFor(url, cache))}
      const hooks = { onWarning: console.log }
      await crawlTogether(${JSON.stringify(redis.url)}, options, hooks, { patienceMs: 1500 }).catch(({ code }) => console.log(code))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number]>])
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `Another crawl is at work in ${cache}: waiting for its end.\nERR_CACHE_LOCKED\n`,
      stderr: '',
    })
    expect(await connect().exists(keysOf(crawlName(url)).run)).toBe(0)
  })
})
