import { expect, test } from 'vitest'
import { readReportJson } from '../../src/cache/report-reader.ts'
import { STATES } from '../../src/cache/report.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import type { Wait } from '../../src/crawl/report/counters.ts'
import { serveSample } from '../crawl/sample.ts'
import { folder, optionsFor } from '../crawl/server.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { type Family, valueIn } from './exposition.ts'
import { metricsHere, scrape } from './scrape.ts'

interface Report {
  requests: number
  bytes: number
  throttling: { answers: number; waitMs: number }
  kinds: Record<string, Record<string, number>>
}

const sumOf = (family: Family | undefined): number => family?.samples.reduce((sum, { value }) => sum + value, 0) ?? NaN

/** Crawls, and compares what is scraped afterwards with the report. */
async function crawlAndCompare(source: string, settings: Partial<Parameters<typeof crawl>[0]> = {}): Promise<Map<string, Family>> {
  const { meter, url } = await metricsHere()
  const cache = await folder()
  const { hooks, end } = meter.crawl({}, false)
  const result = await crawl({ ...optionsFor(source, cache), ...settings }, hooks)
  const told = await scrape(url)
  end(result)
  const families = await scrape(url)
  for (const name of ['benchbook_crawl_records', 'benchbook_crawl_requests_total']) expect(families.get(name)).toEqual(told.get(name))
  const report = JSON.parse(JSON.stringify(await readReportJson(cache))) as Report
  expect(sumOf(families.get('benchbook_crawl_requests_total'))).toBe(report.requests)
  expect(valueIn(families, 'benchbook_crawl_received_bytes_total')).toBe(report.bytes)
  expect(valueIn(families, 'benchbook_crawl_pauses_total')).toBe(report.throttling.answers)
  expect(valueIn(families, 'benchbook_crawl_pause_seconds_total')).toBeCloseTo(report.throttling.waitMs / 1000, 9)
  expect(families.get('benchbook_crawl_records')?.samples).toHaveLength(Object.keys(report.kinds).length * STATES.length)
  for (const [kind, counts] of Object.entries(report.kinds))
    for (const state of STATES)
      expect(valueIn(families, 'benchbook_crawl_records', { kind, state }), `${kind} ${state}`).toBe(counts[state])
  expect(sumOf(families.get('benchbook_crawl_failures_total'))).toBe(result.failures.length)
  expect(sumOf(families.get('benchbook_crawl_pending_records'))).toBe(0)
  expect(valueIn(families, 'benchbook_crawl_requests_in_flight')).toBe(0)
  return families
}

test('after a crawl of the sample its metrics are what its report says', async () => {
  const service = await serveSample()
  const families = await crawlAndCompare(service.api)
  expect(sumOf(families.get('benchbook_crawl_requests_total'))).toBeGreaterThan(500)
  expect(valueIn(families, 'benchbook_info', { version: '1.2.3', command: 'crawl' })).toBe(1)
  expect([...families.keys()]).toEqual(expect.arrayContaining(['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds']))
})

test('pauses, redirects, refusals and failures are told apart, as the service counts them', async () => {
  const said: Record<string, number> = { 200: 0, 302: 0, 403: 0, 404: 0, 429: 0, 500: 0, nothing: 0 }
  const service = await smallService({
    guides: guides(9),
    before: (_, response, { pathname }) => {
      const [, guide = ''] = /^\/api\/2\.0\/guides\/(\d)$/.exec(pathname) ?? []
      const status = { 3: 500, 4: 403, 5: 404 }[guide]
      const count = (what: number | string) => (said[what] = (said[what] ?? 0) + 1)
      response.once('close', () => count(response.headersSent ? response.statusCode : 'nothing'))
      if (guide === '6') response.writeHead(302, { location: '/api/2.0/guides/7' }).end()
      else if (guide === '8') response.destroy()
      else if (status) response.writeHead(status).end('{}')
      else if (guide === '9' && said[429] === 0) response.writeHead(429, { 'retry-after': '0.05' }).end()
      else return false
      return true
    },
  })
  const families = await crawlAndCompare(service.url, { retries: 1, maxRate: 200, concurrency: 3 })
  const { samples = [] } = families.get('benchbook_crawl_requests_total') ?? {}
  expect(Object.fromEntries(samples.map(({ labels, value }) => [labels.outcome, value]))).toEqual({
    fetched: said[200],
    unchanged: 0,
    redirected: said[302],
    gone: said[404],
    private: said[403],
    throttled: 1,
    failed: Number(said[500]) + Number(said.nothing),
  })
  expect(Math.min(...Object.values(said))).toBeGreaterThan(0)
  expect(valueIn(families, 'benchbook_crawl_pauses_total')).toBe(1)
  expect(valueIn(families, 'benchbook_crawl_failures_total', { kind: 'guide' })).toBe(3)
  expect(valueIn(families, 'benchbook_crawl_rate_limit')).toBe(200)
  expect(valueIn(families, 'benchbook_crawl_concurrency_limit')).toBeLessThanOrEqual(3)
})

test('while a crawl runs they say what is left and in flight', async () => {
  const { meter, url } = await metricsHere()
  const held = Promise.withResolvers<undefined>()
  const service = await smallService({
    guides: guides(30),
    before: (_, response, { pathname }) => {
      if (!/\/guides\/\d+$/.test(pathname)) return false
      void held.promise.then(() => response.writeHead(404).end('{}'))
      return true
    },
  })
  const { hooks } = meter.crawl({}, false)
  const startMs = Date.now()
  const crawled = crawl({ ...optionsFor(service.url, await folder()), concurrency: 2, headersTimeoutMs: 60_000 }, hooks)
  await expect.poll(async () => valueIn(await scrape(url), 'benchbook_crawl_requests_in_flight'), { timeout: 20_000 }).toBe(2)
  const families = await scrape(url)
  expect(valueIn(families, 'benchbook_crawl_pending_records', { kind: 'guide' })).toBe(30)
  expect(valueIn(families, 'benchbook_crawl_concurrency_limit')).toBe(2)
  expect(valueIn(families, 'benchbook_crawl_rate_limit')).toBe(0)
  expect(Math.abs((valueIn(families, 'benchbook_crawl_start_time_seconds') ?? 0) - startMs / 1000)).toBeLessThan(5)
  held.resolve(undefined)
  await crawled
  expect(valueIn(await scrape(url), 'benchbook_crawl_records', { kind: 'guide', state: 'gone' })).toBe(30)
})

test('what requests wait for is told by reason, whatever the host, and those who heard of it before still do', async () => {
  const { meter, url } = await metricsHere()
  const waits: Wait[] = []
  const { hooks } = meter.crawl({ onWait: (all) => waits.push(...all) }, false)
  const wait = { host: 'a.example', reason: 'pause', requests: 3, forMs: 6000 } as const
  hooks.onWait?.([wait, { ...wait, host: 'b.example', requests: 4 }, { ...wait, reason: 'retry', requests: 1 }])
  const { samples } = (await scrape(url)).get('benchbook_crawl_waiting_requests') ?? {}
  expect(samples?.map(({ labels, value }) => [labels, value])).toEqual([
    [{ reason: 'pause' }, 7],
    [{ reason: 'delay' }, 0],
    [{ reason: 'answer' }, 0],
    [{ reason: 'retry' }, 1],
  ])
  expect(waits).toHaveLength(3)
})
