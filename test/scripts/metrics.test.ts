import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { benchbookHere } from '../benchbook-here.ts'
import { startBenchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { SAMPLE } from '../replica/peer.ts'

const ADDRESS = /^Metrics at (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m

/** Starts a command with metrics on a free port; `scrape` gives the value of a series, such as `crawl_records{kind="guide",state="fetched"}`. */
async function start(args: readonly string[]) {
  const { child, ended } = startBenchbook([...args, '--metrics', '0'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = await waitFor(child.stderr, ADDRESS)
  const url = ADDRESS.exec(said)?.[1] ?? ''
  const scrape = async (series: string): Promise<number | undefined> => {
    const lines = (await (await fetch(url)).text()).split('\n')
    const line = lines.find((line) => line.startsWith(`benchbook_${series} `))
    return line === undefined ? undefined : Number(line.split(' ').at(-1))
  }
  return { child, ended, url, scrape }
}

/** What a stream says until it matches, or ends. */
async function waitFor(stream: Readable | null, expected: RegExp): Promise<string> {
  let said = ''
  for await (const chunk of stream?.iterator({ destroyOnReturn: false }) ?? []) if (expected.test((said += String(chunk)))) break
  return said
}

test('a crawl is scraped while it runs, and an open connection of a scraper does not keep it alive', async () => {
  const held = Promise.withResolvers<undefined>()
  const service = await smallService({
    guides: guides(12),
    before: (_, response, { pathname }) => {
      if (!pathname.endsWith('/guides/12')) return false
      void held.promise.then(() => response.writeHead(404).end('{}'))
      return true
    },
  })
  const { ended, url, scrape } = await start([
    'crawl',
    '--source',
    service.url,
    '--cache',
    join(await temporaryFolder(), 'cache'),
    '--json',
  ])
  await expect.poll(() => scrape('crawl_pending_records{kind="guide"}')).toBe(1)
  await expect.poll(() => scrape('crawl_records{kind="guide",state="fetched"}')).toBe(11)
  await expect.poll(() => scrape('crawl_waiting_requests{reason="answer"}')).toBe(1)
  expect(await scrape('requests_in_flight')).toBe(1)
  expect(await scrape('requests_total{status="200"}')).toBeGreaterThan(11)
  expect((await fetch(new URL('/', url))).status).toBe(404)
  expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  held.resolve(undefined)
  expect((await ended).code).toBe(0)
})

test('a build says how much it has done', async () => {
  const { ended, scrape } = await start(['build', '--cache', SAMPLE, '--out', join(await temporaryFolder(), 'dist')])
  await expect.poll(() => scrape('build_done{stage="pages"}')).toBeGreaterThan(0)
  expect(await scrape('build_known{stage="pages"}')).toBeGreaterThan(0)
  expect((await ended).code).toBe(0)
})

test('a server counts its answers by status, and not those to the scraper', async () => {
  const { child, ended, scrape } = await start([
    'serve',
    '--api',
    '--port',
    '0',
    '--cache',
    SAMPLE,
    '--out',
    join(await temporaryFolder(), 'dist'),
    '--json',
  ])
  const { api } = JSON.parse(await waitFor(child.stdout, /}$/m)) as { api: string }
  await (await fetch(`${api}/guides/5`)).text()
  await (await fetch(`${api}/guides/5000`)).text()
  await expect.poll(() => scrape('response_duration_seconds_count{status="404"}')).toBe(1)
  expect(await scrape('response_duration_seconds_count{status="200"}')).toBe(1)
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
})

test('a port that is in use is a sentence, before any work', async () => {
  const taken = createServer()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number }
  const { code, stdout, stderr } = await benchbookHere(['build', '--cache', SAMPLE, '--metrics', String(port), '--json'])
  expect([code, stderr]).toEqual([2, `benchbook: Port ${port} is in use. Choose another one with --metrics, or stop what listens there.\n`])
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'ERR_LISTEN', option: 'metrics', port } })
})

/** A program for Node to start with: what belongs to metrics is not there. */
const without = (...what: string[]) =>
  `data:text/javascript,import { registerHooks } from 'node:module'; registerHooks({ resolve(specifier, context, next) { if (${JSON.stringify(what)}.some((part) => specifier.includes(part))) throw new Error('Cannot find package ' + specifier); return next(specifier, context) } })`

test('without the option neither the package nor the room is loaded, and with it a missing package is a sentence', async () => {
  const args = [
    'crawl',
    '--source',
    (await smallService({ guides: guides(2) })).url,
    '--cache',
    join(await temporaryFolder(), 'cache'),
    '--json',
  ]
  expect(await startBenchbook(args, { node: ['--import', without('prom-client', 'metrics/metrics')] }).ended).toMatchObject({
    code: 0,
    stderr: '',
  })
  const { code, stderr } = await startBenchbook(['crawl', '--metrics', '0'], { node: ['--import', without('prom-client')] }).ended
  expect([code, stderr]).toEqual([
    2,
    'benchbook: Metrics need the package prom-client, which is not installed. Run "npm install prom-client" beside Benchbook.\n',
  ])
})
