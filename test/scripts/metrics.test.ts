import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { benchbookHere } from '../benchbook-here.ts'
import { benchbook, type Ended, startBenchbook, type Surroundings } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { serveSample } from '../crawl/sample.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { type Family, valueIn } from '../metrics/exposition.ts'
import { scrape } from '../metrics/scrape.ts'
import { SAMPLE } from '../replica/peer.ts'
import { inSweep } from '../sweep.ts'

const ADDRESS = /^Metrics at (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m

/** Starts a command with metrics on a free port; their address, once it says so. */
async function start(args: readonly string[], { env = {} }: Pick<Surroundings, 'env'> = {}) {
  const { child, ended } = startBenchbook(args, { env: { BENCHBOOK_METRICS: '127.0.0.1:0', ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!ADDRESS.test(said) && child.exitCode === null) await sleep(20)
  return { child, ended, url: ADDRESS.exec(said)?.[1] ?? '' }
}

test('a crawl is scraped while it runs, and a scraper that does not let go keeps no command alive', async () => {
  const held = Promise.withResolvers<undefined>()
  const service = await smallService({
    guides: guides(12),
    before: (_, response, { pathname }) => {
      if (!pathname.endsWith('/guides/12')) return false
      void held.promise.then(() => response.writeHead(404).end('{}'))
      return true
    },
  })
  const cache = join(await temporaryFolder(), 'cache')
  const { ended, url } = await start(['crawl', '--source', service.url, '--cache', cache, '--json'])
  const pending = async () => valueIn(await scrape(url), 'benchbook_crawl_pending_records', { kind: 'guide' })
  await expect.poll(pending, { timeout: 20_000 }).toBe(1)
  const port = Number(new URL(url).port)
  for (const words of ['', 'GET /metrics HTTP/1.1\r\nHo', 'GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(100), '\0\0\r\n\r\n']) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.write(words)
  }
  expect(await pending()).toBe(1)
  const startMs = performance.now()
  held.resolve(undefined)
  const { code, stdout, stderr } = await ended
  expect([code, stderr]).toEqual([0, `Metrics at ${url}\n`])
  // A silent connection ends by itself after ten.
  expect(performance.now() - startMs).toBeLessThan(8000)
  expect(JSON.parse(stdout)).toMatchObject({ counts: { guide: { fetched: 11, gone: 1 } } })
  await expect(fetch(url)).rejects.toThrow()
})

test('a server is scraped until it is interrupted', async () => {
  const folder = await temporaryFolder()
  const args = ['serve', '--api', '--port', '0', '--cache', SAMPLE, '--out', join(folder, 'dist'), '--json']
  const { child, ended, url } = await start(args)
  const { api } = await firstLine(child)
  await (await fetch(`${api}/guides/5`)).text()
  await (await fetch(`${api}/guides/5000`)).text()
  const families = await scrape(url)
  const requests = (status: string) => valueIn(families, 'benchbook_serve_requests_total', { status })
  expect([requests('2xx'), requests('4xx'), requests('5xx')]).toEqual([1, 1, 0])
  expect(valueIn(families, 'benchbook_serve_sent_bytes_total')).toBeGreaterThan(1000)
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
})

async function firstLine({ stdout }: ChildProcess): Promise<{ api: string }> {
  const [text] = (await once(stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return JSON.parse(text.toString()) as { api: string }
}

inSweep(test)('an export says of its crawl and its build what their reports say', { timeout: 180_000 }, async () => {
  const service = await serveSample()
  const folder = await temporaryFolder()
  const args = ['export', '--source', service.api, '--cache', join(folder, 'cache'), '--out', join(folder, 'dist'), '--json']
  const { ended, url } = await start(args)
  const { scraped, end } = await scrapeToTheEnd(url, ended)
  expect(end.code, end.stderr).toBe(0)
  const { crawl, build } = JSON.parse(end.stdout) as {
    crawl: { requests: number; bytes: number; counts: Record<string, Record<string, number>> }
    build: { pages: number; keptPages: number; stagesMs: Record<string, number> }
  }
  const last = scraped.at(-1) ?? new Map<string, Family>()
  const requests = last.get('benchbook_crawl_requests_total')?.samples.reduce((sum, { value }) => sum + value, 0)
  expect([requests, valueIn(last, 'benchbook_crawl_received_bytes_total')]).toEqual([crawl.requests, crawl.bytes])
  for (const { labels, value } of last.get('benchbook_crawl_records')?.samples ?? [])
    expect(crawl.counts[labels.kind ?? '']?.[labels.state ?? '']).toBe(value)
  expect(valueIn(last, 'benchbook_build_pages', { state: 'rendered' })).toBe(build.pages - build.keptPages)
  for (const [stage, ms] of Object.entries(build.stagesMs))
    expect(valueIn(last, 'benchbook_build_stage_seconds', { stage })).toBeCloseTo(ms / 1000, 6)
  const stages = scraped.map((families) => families.get('benchbook_build_stage')?.samples.find(({ value }) => value === 1)?.labels.stage)
  expect(stages).toContain('pages')
})

/** Scrapes again and again until a command has ended. */
async function scrapeToTheEnd(url: string, ended: Promise<Ended>): Promise<{ scraped: Map<string, Family>[]; end: Ended }> {
  const scraped: Map<string, Family>[] = []
  let end: Ended | undefined
  void ended.then((ending) => (end = ending))
  while (!end) {
    const families = await scrape(url).catch((error: unknown) => {
      // It may end at any moment, also in the middle of an answer; what is no exposition is another error.
      if (error instanceof TypeError) return undefined
      throw error
    })
    if (families) scraped.push(families)
    await sleep(50)
  }
  return { scraped, end }
}

test.each([
  ['127.0.0.1:http', /^benchbook: --metrics must be an address and a port such as 127\.0\.0\.1:9464, not "127\.0\.0\.1:http"\.\n$/],
  ['localhost', /^benchbook: --metrics must be an address and a port/],
  ['127.0.0.1:70000', /^benchbook: --metrics must be an address and a port/],
  ['203.0.113.7:9464', /^benchbook: 203\.0\.113\.7 is no address of this machine\. .*--metrics.*\n$/],
  ['no-such-host.invalid:9464', /^benchbook: No address is called no-such-host\.invalid\. .*--metrics.*\n$/],
])('--metrics %s is a sentence, before any work begins', async (address, said) => {
  const cwd = await temporaryFolder()
  const { code, stderr } = await benchbookHere(['crawl', '--source', 'http://127.0.0.1:9', '--metrics', address], { cwd })
  expect([code, stderr]).toEqual([2, expect.stringMatching(said)])
  expect(await readdir(cwd)).toEqual([])
})

test('so is a port that is in use, with a code for programs', async () => {
  const taken = createServer()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number }
  const { code, stdout, stderr } = await benchbookHere(['build', '--cache', SAMPLE, '--metrics', String(port), '--json'])
  expect([code, stderr]).toEqual([2, expect.stringMatching(`^benchbook: Port ${port} is in use\\. Choose another one with --metrics`)])
  expect(JSON.parse(stdout)).toMatchObject({ error: { exitCode: 2, code: 'ERR_LISTEN', option: 'metrics', port } })
})

/** A program for Node to start with: what belongs to metrics is not there. */
const WITHOUT_METRICS = `data:text/javascript,import { registerHooks } from 'node:module'; registerHooks({ resolve(specifier, context, next) { if (/prom-client|src\\/metrics/.test(specifier)) throw Object.assign(new Error('Cannot find package prom-client'), { code: 'ERR_MODULE_NOT_FOUND' }); return next(specifier, context) } })`

test('without the option nothing of it is loaded', async () => {
  const service = await smallService({ guides: guides(2) })
  const args = ['crawl', '--source', service.url, '--cache', join(await temporaryFolder(), 'cache'), '--json']
  const { code, stderr } = await startBenchbook(args, { node: ['--import', WITHOUT_METRICS] }).ended
  expect([code, stderr]).toEqual([0, ''])
})

test('without the client library the option says what to install', async () => {
  const without = WITHOUT_METRICS.replace('|src\\/metrics', '')
  const { code, stderr } = await startBenchbook(['crawl', '--metrics', '0'], { node: ['--import', without] }).ended
  expect([code, stderr]).toEqual([2, 'benchbook: Metrics need the package prom-client. Run "npm install prom-client" beside Benchbook.\n'])
})

test.each([
  ['report', '--cache'],
  ['doctor', '--source', 'http://127.0.0.1:9', '--cache'],
  ['dev', '--port', '0', '--cache'],
])('%s has no metrics, and passes the variable over', async (...words) => {
  const { stdout, stderr } = await benchbook([...words, join(await temporaryFolder(), 'none')], { BENCHBOOK_METRICS: '203.0.113.7:1' })
  expect(stdout + stderr).not.toMatch(/203\.0\.113\.7|Metrics at/)
  expect((await benchbookHere([words[0], '--metrics', '0'])).stderr).toMatch(/unknown option|no option/i)
})
