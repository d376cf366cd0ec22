import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import type { CrawlOptions } from '../../src/crawl/options.ts'
import { unless, validatorOf } from '../../src/fetch/exchange.ts'
import { serveSample } from '../crawl/sample.ts'
import { folder, listen, optionsFor } from '../crawl/server.ts'
import { nightsOf } from '../crawl/small-service.ts'
import { writeFiles } from '../folders.ts'

const DATE = 'Sat, 21 Nov 2026 10:00:00 GMT'

test.each([
  ['"a"', DATE, '"a"', { 'if-none-match': '"a"' }],
  ['W/"a-gzip"', undefined, 'W/"a-gzip"', { 'if-none-match': 'W/"a-gzip"' }],
  [undefined, DATE, DATE, { 'if-modified-since': DATE }],
  ['no quotes', DATE, DATE, { 'if-modified-since': DATE }],
  [undefined, 'lately', '', {}],
  [`"${'a'.repeat(500)}"`, undefined, '', {}],
])('ETag %s and Last-Modified %s give the validator %s', (etag, date, validator, headers) => {
  expect(validatorOf(etag, date)).toBe(validator)
  expect(unless(validatorOf(etag, date))).toEqual(headers)
})

/**
 * A service of two guides that sends a validator with each answer, and 304 if it matches; and crawls that request all records again, as
 * --verify does, with the answers.
 */
async function serveTwo(give: (text: string) => Record<string, string>) {
  const texts: Record<string, unknown> = Object.fromEntries(
    [1, 2].map((guideid) => [`/guides/${guideid}`, { guideid, title: `Guide ${guideid}`, steps: [] }]),
  )
  const statuses: string[] = []
  const service = await listen((request, response, url) => {
    const path = url.pathname.replace('/api/2.0', '')
    const list = Object.values(texts).map((guide) => ({ ...(guide as object), title: 'As listed', tags: [] }))
    const answer = path === '/guides' ? (url.searchParams.get('offset') === '0' ? list : []) : texts[path]
    if (answer === undefined) return void response.writeHead(404).end()
    const headers = path === '/guides' ? {} : give(JSON.stringify(answer))
    const isKnown = knows(request, headers)
    if (path !== '/guides') statuses.push(`${path} ${isKnown ? 304 : 200}`)
    if (isKnown) return void response.writeHead(304, { ...headers, 'content-encoding': 'gzip', 'content-length': '999999999' }).end()
    response
      .writeHead(200, { ...headers, 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(gzipSync(JSON.stringify(answer)))
  })
  const { cache, night: crawlOnce } = await nightsOf(service, { retries: 0, verify: 100 })
  const night = async (options?: Partial<CrawlOptions>) => {
    const before = statuses.length
    const result = await crawlOnce(options)
    return { ...result, statuses: statuses.slice(before).sort() }
  }
  return { texts, cache, night }
}

const knows = ({ headers }: IncomingMessage, { etag, 'last-modified': date }: Record<string, string>): boolean =>
  (!!etag && headers['if-none-match'] === etag) || (!!date && headers['if-modified-since'] === date)

const etagOf = (text: string) => ({ etag: `"${createHash('sha1').update(text).digest('hex')}"` })

const titleIn = async (cache: string, id: string) => (await (await openCache(cache)).record({ kind: 'guide', id })) as { title: string }

test.each([
  ['ETag', etagOf],
  ['Last-Modified', (text: string) => ({ 'last-modified': new Date(1e12 + text.length * 1000).toUTCString() })],
])('if the service sends %s, a repeated request transfers only changed records', async (_, give) => {
  const { texts, cache, night } = await serveTwo(give)
  expect((await night()).statuses).toEqual(['/guides/1 200', '/guides/2 200'])
  const second = await night()
  expect(second.statuses).toEqual(['/guides/1 304', '/guides/2 304'])
  expect(second.counts.guide).toMatchObject({ fetched: 0, unchanged: 2, failed: 0, bytes: 0 })
  expect(second.verified).toEqual({ asked: 2, changed: [] })
  texts['/guides/2'] = { guideid: 2, title: 'Edited in silence', steps: [] }
  const third = await night()
  expect(third.statuses).toEqual(['/guides/1 304', '/guides/2 200'])
  expect(third.verified.changed).toEqual(['guide 2'])
  expect(await titleIn(cache, '2')).toMatchObject({ title: 'Edited in silence' })
  expect((await night()).statuses).toEqual(['/guides/1 304', '/guides/2 304'])
})

test('--full requests without conditions: it detects a service whose ETags do not change', async () => {
  const { texts, cache, night } = await serveTwo(() => ({ etag: '"always the same"' }))
  await night()
  texts['/guides/1'] = { guideid: 1, title: 'Edited', steps: [] }
  expect((await night()).statuses).toEqual(['/guides/1 304', '/guides/2 304'])
  expect((await night({ full: true })).statuses).toEqual(['/guides/1 200', '/guides/2 200'])
  expect(await titleIn(cache, '1')).toMatchObject({ title: 'Edited' })
})

test('a damaged stored answer is requested without a condition', async () => {
  const { cache, night } = await serveTwo(etagOf)
  await night()
  await writeFile(join(cache, 'records/guide/0/1.json'), '{"guideid":1,"ti')
  expect((await night()).statuses).toEqual(['/guides/1 200', '/guides/2 304'])
  expect(await titleIn(cache, '1')).toMatchObject({ title: 'Guide 1' })
})

test('a record left by an interrupted crawl discards the stored validator', async () => {
  const { cache, night } = await serveTwo(etagOf)
  await night()
  const between = { guideid: 1, title: 'In between', steps: [] }
  await writeFiles(cache, { 'pending/records/guide/0/1.json': JSON.stringify(between) })
  expect((await night()).statuses).toEqual(['/guides/2 304'])
  expect(await titleIn(cache, '1')).toMatchObject({ title: 'In between' })
  expect((await night()).statuses).toEqual(['/guides/1 200', '/guides/2 304'])
  expect(await titleIn(cache, '1')).toMatchObject({ title: 'Guide 1' })
})

test('a 304 to an unconditional request is a failure', async () => {
  const service = await listen((_, response, url) =>
    url.pathname.endsWith('/guides')
      ? void response.end(url.searchParams.get('offset') === '0' ? '[{"guideid":1,"tags":[]}]' : '[]')
      : void response.writeHead(304).end(),
  )
  const { counts } = await crawl(optionsFor(service.url, await folder(), { retries: 0 }))
  expect(counts.guide).toMatchObject({ failed: 1 })
})

test('the sample service confirms that every record is unchanged', async () => {
  const service = await serveSample()
  const options = optionsFor(service.url, await folder(), { retries: 0, media: 'none', verify: 100 })
  await crawl(options)
  const { counts } = await crawl(options)
  for (const kind of ['guide', 'wiki', 'user', 'team-members', 'hierarchy', 'site'])
    expect(counts[kind], kind).toMatchObject({ fetched: 0, bytes: 0 })
})
