import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { MANIFEST_PATH, PENDING_FOLDER, recordPath } from '../../src/cache/layout.ts'
import { openCache } from '../../src/cache/reader.ts'
import { recordUrl } from '../../src/crawl/endpoints.ts'
import { API_PATH } from '../../src/replica/replica.ts'
import type { RunningService } from '../../src/replica/http/server.ts'
import { folderForAll } from '../folders.ts'
import { type Spoil, startSpoiltService } from '../replica/spoil.ts'
import { contentOf, edit, makeWatch, type Moment, randomFrom } from './kill.ts'
import { SAMPLE } from './sample.ts'
import { collect, folder } from './server.ts'

/** Half of them in a first crawl, half in a second: `KILL_SEED=7 npm run soak -- tests test/crawl/kill.test.ts`. */
const MOMENTS = Number(process.env.KILL_MOMENTS ?? 6)
const SEED = Number(process.env.KILL_SEED ?? 2026)
/** Concurrency of the crawl in `makeWatch`: records that are fetched or written at once. */
const RECORDS_AT_ONCE = 8
const FILES_AT_ONCE = 4

const random = randomFrom(SEED)
const watch = makeWatch()
const place = folderForAll()
let service: RunningService

/** A night: the cache before it, the cache of an undisturbed crawl, and the number of its requests. */
interface Night {
  before?: string
  content: Map<string, string>
  details: Set<string>
  requests: number
}

beforeAll(() => console.info(`KILL_SEED=${SEED} KILL_MOMENTS=${MOMENTS}`))

async function serve(cache: string, port: number, spoil: Spoil = watch.spoil): Promise<void> {
  const started = await startSpoiltService(await openCache(cache), { port, latencyMs: 2, spoil })
  onTestFinished(() => started.close())
  service = started
}

async function undisturbed(cache: string, before?: string): Promise<Night> {
  if (before) await cp(before, cache, { recursive: true })
  const { asked, code, stderr } = await watch.crawl(service.url, cache)
  expect(code, stderr).toBe(0)
  const keys = await collect((await openCache(cache)).keys())
  const details = new Set(keys.map((key) => decodeURIComponent(recordUrl(API_PATH, key))))
  return { content: await contentOf(cache), details, requests: asked.length, ...(before && { before }) }
}

/** Kills a crawl, resumes it to its end, and compares the result with the undisturbed one. */
async function survives({ before, content, details, requests }: Night, moment: Moment): Promise<void> {
  const cache = await folder()
  if (before) await cp(before, cache, { recursive: true })
  const first = await watch.crawl(service.url, cache, moment)
  const atTheKill = await contentOf(cache)
  const second = await watch.crawl(service.url, cache)
  const when = `KILL_SEED=${SEED}, killed at request ${moment.request} of ${requests} + ${moment.afterMs.toFixed(1)} ms`
  expect(second.code, `${when}: ${second.stderr}`).toBe(0)
  expect(differences(await contentOf(cache), content), when).toEqual([])
  // Killed after its last request and the decision to finish, or not at all: what followed was a night of its own.
  const isFinished = [...content].every(([file, text]) => atTheKill.get(file) === text)
  if (isFinished || atTheKill.has(`${PENDING_FOLDER}/${MANIFEST_PATH}`)) return
  const again = new Set(second.asked)
  // A record that was being written is there in part, and counts as in progress.
  const isStored = (key: string) => atTheKill.get(`${PENDING_FOLDER}/${key}`) === content.get(key)
  for (const path of await pathsOf(cache))
    if (isStored(path.file)) expect(again, `${when}: ${path.file} was stored`).not.toContain(path.url)
  const twice = first.asked.filter((url) => again.has(url))
  expect(twice.filter((url) => details.has(url)).length, when).toBeLessThanOrEqual(RECORDS_AT_ONCE)
  const media = new Set(second.asked.filter((url) => !url.startsWith(API_PATH)))
  expect(first.asked.filter((url) => media.has(url)).length, when).toBeLessThanOrEqual(FILES_AT_ONCE + mediaThatIsGone)
}

/** The sample names five files that its service lacks; an answer without a file leaves no trace and is requested again. */
const mediaThatIsGone = 5

async function pathsOf(cache: string): Promise<{ file: string; url: string }[]> {
  const keys = await collect((await openCache(cache)).keys())
  return keys.map((key) => ({ file: recordPath(key), url: decodeURIComponent(recordUrl(API_PATH, key)) }))
}

function differences(got: Map<string, string>, expected: Map<string, string>): string[] {
  const names = new Set([...got.keys(), ...expected.keys()])
  return [...names].filter((name) => got.get(name) !== expected.get(name))
}

/** About every fifth moment is after the last request, while records are moved into place. */
function someMoment(requests: number): Moment {
  const request = Math.min(requests, 1 + Math.floor(random() * requests * 1.25))
  return { request, afterMs: random() * (request === requests ? 150 : 10) }
}

const killAtMoments = async (night: Night) => {
  for (let turn = 0; turn < MOMENTS / 2; turn++) await survives(night, someMoment(night.requests))
}

test('a first crawl that is killed at any moment resumes, requests nothing twice and ends with the same bytes', async () => {
  await serve(SAMPLE, 0)
  await killAtMoments(await undisturbed(join(place, 'first')))
})

test('a killed crawl of a partly changed service does so too', async () => {
  const changed = join(place, 'changed')
  await cp(SAMPLE, changed, { recursive: true })
  await serve(SAMPLE, 0)
  await watch.crawl(service.url, join(place, 'before'))
  const port = Number(new URL(service.url).port)
  await service.close()
  for (const guideid of [1, 2, 5, 20, 27]) await edit(changed, guideid)
  await serve(changed, port)
  await killAtMoments(await undisturbed(join(place, 'second'), join(place, 'before')))
})

const JUMPING = ['--import', join(import.meta.dirname, 'jumping-clock.ts')]

/** Requests for records of a cache, without those of each night. What was missing is asked for again after a day, so after a jump of the clock too. */
async function details(asked: readonly string[], cache: string): Promise<string[]> {
  const keys = await collect((await openCache(cache)).keys())
  const stored = new Set(keys.map((key) => decodeURIComponent(recordUrl(API_PATH, key))))
  return asked.filter((path) => stored.has(path) && !/display=|\/sites\/info|\/categories(\?|$)/.test(path)).sort()
}

test('a crawl during clock jumps is complete, waits as long as asked, and the next is incremental', async () => {
  const [calm, jumped, changed] = await Promise.all([folder(), folder(), folder()])
  const askedAt: number[] = []
  await serve(SAMPLE, 0, (request) => {
    watch.spoil(request)
    if (request.path.endsWith('/guides/5')) askedAt.push(performance.now())
    if (request.path.endsWith('/guides/20') && request.count === 1) return { status: 503 }
    return request.path.endsWith('/guides/5') && request.count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : undefined
  })
  const disturbed = await watch.crawl(service.url, jumped, undefined, JUMPING)
  expect(disturbed.code, disturbed.stderr).toBe(0)
  const [seen] = /(?<=jumped )\d+/.exec(disturbed.stderr) ?? []
  expect(Number(seen)).toBeGreaterThan(5)
  const [held = 0, again = 0] = askedAt
  expect((again - held) / 1000).toBeGreaterThan(0.95)
  await watch.crawl(service.url, calm)
  expect(await contentOf(jumped)).toEqual(await contentOf(calm))
  const { startedAt, finishedAt } = (await openCache(jumped)).manifest
  expect(Date.parse(startedAt)).toBeLessThan(Date.parse(finishedAt))

  await cp(SAMPLE, changed, { recursive: true })
  for (const guideid of [1, 27]) await edit(changed, guideid)
  const port = Number(new URL(service.url).port)
  await service.close()
  await serve(changed, port)
  const nightAfterCalm = await details((await watch.crawl(service.url, calm)).asked, calm)
  expect(nightAfterCalm.join(' ')).toContain('/guides/27')
  expect(nightAfterCalm.length).toBeLessThan(20)
  expect(await details((await watch.crawl(service.url, jumped, undefined, JUMPING)).asked, jumped)).toEqual(nightAfterCalm)
  expect(await contentOf(jumped)).toEqual(await contentOf(calm))
  expect(await details((await watch.crawl(service.url, jumped)).asked, jumped)).toEqual([])
})
