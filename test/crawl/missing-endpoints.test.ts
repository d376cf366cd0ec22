import { beforeEach, expect, test } from 'vitest'
import { missingEndpoints, type MissingEndpoints } from '../../src/crawl/missing-endpoints.ts'
import type { RevalidationStore } from '../../src/crawl/revalidate/store.ts'
import type { Counters } from '../../src/crawl/report/counters.ts'
import { optionalName, RECORD_KINDS, RECORDS } from '../../src/model/resources.ts'

/** An endpoint that a service may lack, and one that it must have. */
const KIND = RECORD_KINDS.find((kind) => RECORDS[kind].optional) ?? 'guide-tags'
const told = { warnings: [] as string[], dropped: [] as string[], missed: [] as string[] }
const counters = { warn: (sentence: string) => told.warnings.push(sentence), drop: (kind: string) => told.dropped.push(kind) }
const missing = () => missingEndpoints(counters as unknown as Counters)
const report = (id: string) => () => Promise.resolve(void told.missed.push(id))
const deferred = (id: string) => ({ key: { kind: KIND, id }, from: 'x', by: 'y' })

async function miss(endpoints: MissingEndpoints, count: number): Promise<void> {
  for (let at = 0; at < count; at++) await endpoints.miss(KIND, report(String(at)))
}

beforeEach(() => Object.values(told).forEach((list) => list.splice(0)))

test('an endpoint counts as missing after five misses', async () => {
  const endpoints = missing()
  await miss(endpoints, 4)
  expect(endpoints.isLacking(KIND)).toBe(false)
  await miss(endpoints, 1)
  expect(endpoints.isLacking(KIND)).toBe(true)
  expect(told.missed).toEqual([])
})

test('one hit shows that it exists: earlier misses are reported, and later ones at once', async () => {
  const endpoints = missing()
  await miss(endpoints, 5)
  await endpoints.hit(KIND)
  expect([endpoints.isLacking(KIND), told.missed]).toEqual([false, ['0', '1', '2', '3', '4']])
  await miss(endpoints, 6)
  expect([endpoints.isLacking(KIND), told.missed.length]).toEqual([false, 11])
})

test('a miss of a required endpoint is reported at once', async () => {
  const endpoints = missing()
  for (let at = 0; at < 6; at++) await endpoints.miss('guide', report('guide'))
  expect([endpoints.isLacking('guide'), told.missed.length]).toEqual([false, 6])
})

test('a missing endpoint is reported once, its records are not', async () => {
  const endpoints = missing()
  await miss(endpoints, 5)
  await endpoints.conclude()
  await endpoints.conclude()
  expect(told).toEqual({
    warnings: [`The service does not have ${String(optionalName(KIND))}: the site goes without.`],
    dropped: [KIND],
    missed: [],
  })
})

test('misses too few for a verdict are reported at the end, once', async () => {
  const endpoints = missing()
  await miss(endpoints, 2)
  await endpoints.conclude()
  await endpoints.conclude()
  expect(told).toEqual({ warnings: [], dropped: [], missed: ['0', '1'] })
})

test('fifty of the deferred records are requested as a sample, and the rest after a hit', async () => {
  const endpoints = missing()
  await miss(endpoints, 5)
  for (let at = 0; at < 200; at++) endpoints.defer(deferred(String(at)))
  endpoints.defer(deferred('0'))
  expect(endpoints.takeRegained()).toEqual([])
  expect(endpoints.takeSample().map(({ key }) => Number(key.id))).toEqual(Array.from({ length: 50 }, (_, at) => 4 * at))
  expect(endpoints.isLacking(KIND)).toBe(false)
  await miss(endpoints, 49)
  expect(endpoints.isLacking(KIND)).toBe(false)
  await endpoints.hit(KIND)
  expect(endpoints.takeRegained()).toHaveLength(150)
})

test('it is missing if the whole sample misses; a small number is requested entirely', async () => {
  const endpoints = missing()
  await miss(endpoints, 5)
  for (const id of ['a', 'b', 'c']) endpoints.defer(deferred(id))
  expect(endpoints.takeSample().map(({ key }) => key.id)).toEqual(['a', 'b', 'c'])
  await miss(endpoints, 3)
  expect(endpoints.isLacking(KIND)).toBe(true)
  expect(endpoints.takeRegained()).toEqual([])
})

test('an endpoint found missing by the last crawl is so from the start, and nothing is deferred', async () => {
  const asked: unknown[] = []
  const store = { isLacking: (kind: string, enough: number) => asked.push(enough) > 0 && kind === KIND }
  const endpoints = missing()
  await endpoints.recall(store as unknown as RevalidationStore, new Set())
  expect([endpoints.isLacking(KIND), told.warnings.length, new Set(asked)]).toEqual([true, 1, new Set([5])])
  endpoints.defer(deferred('a'))
  expect(endpoints.takeSample()).toEqual([])
})
