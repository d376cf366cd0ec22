import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { readReport } from '../../src/cache/report.ts'
import { OPTIONS } from '../../src/config/options.ts'
import { RequestError } from '../../src/errors.ts'
import { DeadHosts } from '../../src/fetch/dead-hosts.ts'
import { clientFor, drip, hostOf, listen, MEDIA, PIXEL } from '../crawl/server.ts'
import { crawlSmall, guide, type GuideLike } from '../crawl/small-service.ts'

/** With all the patience of a real crawl, which waits for at least 30 s in all. */
const PATIENT = { retries: OPTIONS.retries.fallback, sizes: ['standard'] } as const

/** Guides with a picture each on `host`, in a field or a text. */
function withFiles(host: string, count: number, kind: 'field' | 'text', first = 1): GuideLike[] {
  return Array.from({ length: count }, (_, index) => {
    const [guideid, url] = [first + index, `http://${host}/${index}.gif`]
    return guide(guideid, kind === 'field' ? { image: { id: guideid, standard: url } } : { introduction_rendered: `<img src="${url}">` })
  })
}

const errorOf = (code: string, url: string): RequestError =>
  new RequestError('failed', `${url}: ${code}.`, { url, cause: Object.assign(new Error(code), { code }) })

const deadHosts = (isSourceThere: boolean, warnings: string[] = []): DeadHosts =>
  new DeadHosts(
    () => Promise.resolve(isSourceThere),
    (sentence) => warnings.push(sentence),
  )
const URL_THERE = 'http://media.test/a.gif'

/** Nothing listens on port 1, and `.invalid` names never resolve (RFC 2606). */
const DEAD = ['127.0.0.1:1', 'pictures.invalid'] as const

test('a host that never answers is given up for the whole crawl, for any kind of file', async () => {
  const { warnings, requests, failures, service, cache } = await crawlSmall({
    options: PATIENT,
    guides: [...withFiles(DEAD[0], 30, 'field'), ...withFiles(DEAD[1], 30, 'field', 100), ...withFiles(DEAD[1], 30, 'text', 200)],
  })
  const { unreachable = [] } = (await readReport(cache)) ?? {}
  expect(unreachable.map(({ host, files }) => [host, files])).toEqual([
    [DEAD[0], 30],
    [DEAD[1], 30],
  ])
  expect(unreachable[0]?.reason).toBe('ECONNREFUSED')
  expect(unreachable[1]?.reason).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/)
  for (const host of DEAD) expect(warnings.filter((sentence) => sentence.includes(host))).toHaveLength(1)
  expect(failures).toHaveLength(60)
  expect(requests - service.asked.length).toBeLessThan(2 * 90)
  const page = await readFile(join(cache, 'report.md'), 'utf8')
  expect(page).toContain(`| \`${DEAD[0]}\` | \`ECONNREFUSED\` | 30 |`)
})

test('the copies from a host that is given up later are kept', async () => {
  const media = createServer((_, response) => void response.end(PIXEL))
  const host = await hostOf(media)
  const guides = withFiles(host, 3, 'field')
  const { cache, again } = await crawlSmall({ options: PATIENT, guides })
  media.close()
  media.closeAllConnections()
  guides.push(guide(9, { image: { id: 9, standard: `http://${host}/new.gif` } }))
  await again(PATIENT)
  expect((await readReport(cache))?.unreachable).toEqual([{ host, reason: 'ECONNREFUSED', files: 1 }])
  const reader = await openCache(cache)
  for (const index of [0, 1, 2]) expect(reader.media(`http://${host}/${index}.gif`)).toBeDefined()
})

test('a redirect to a host that was given up is not followed', async () => {
  const server = await listen((_, response) => void response.writeHead(302, { location: `http://${DEAD[0]}/x.gif` }).end())
  const client = clientFor(server.url, { retries: 3, firstBackoffMs: 1 })
  for (const path of ['/a', '/b'])
    await expect(client.get(`${server.url}${path}`, { ...MEDIA, retry: () => true })).rejects.toThrow('127.0.0.1:1')
  expect(server.asked.filter((path) => path === '/a')).toHaveLength(3)
  await expect(client.get(`http://${DEAD[0]}/y.gif`, MEDIA)).rejects.toThrow('is not asked for')
})

test.each([
  ['ENOTFOUND', 3],
  ['ECONNREFUSED', 3],
  ['EAI_AGAIN', 3],
  ['EHOSTUNREACH', 3],
  ['CERT_HAS_EXPIRED', 3],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 3],
  ['UND_ERR_CONNECT_TIMEOUT', 2],
])('%s is accepted as final at try %d', async (code, enough) => {
  const hosts = deadHosts(true)
  for (let tries = 1; tries <= enough; tries++) {
    expect(() => hosts.check(URL_THERE)).not.toThrow()
    await hosts.failed(errorOf(code, URL_THERE), URL_THERE, { tries, isLast: false, patienceMs: 0 })
  }
  expect(() => hosts.check('http://media.test/another.pdf')).toThrow(`cannot be reached (${code})`)
})

test('a warning truncates an overlong host name', async () => {
  const url = `http://${'a'.repeat(100_000)}.test/a.png`
  const warnings: string[] = []
  const hosts = deadHosts(true, warnings)
  for (let tries = 1; tries <= 3; tries++) await hosts.failed(errorOf('ENOTFOUND', url), url, { tries, isLast: true, patienceMs: 0 })
  expect(warnings.map((warning) => warning.replace(/a{253} .*/, ''))).toEqual([''])
})

test.each(['ECONNRESET', 'UND_ERR_SOCKET'])('%s gives up no host, since something answered', async (code) => {
  const hosts = deadHosts(true)
  for (let tries = 1; tries < 20; tries++) await hosts.failed(errorOf(code, URL_THERE), URL_THERE, { tries, isLast: true, patienceMs: 0 })
  expect(() => hosts.check(URL_THERE)).not.toThrow()
})

test('many files that fail at the same moment count as one try', async () => {
  const hosts = deadHosts(true)
  for (let file = 0; file < 50; file++)
    await hosts.failed(errorOf('ECONNREFUSED', URL_THERE), URL_THERE, { tries: 1, isLast: false, patienceMs: 0 })
  expect(() => hosts.check(URL_THERE)).not.toThrow()
})

test('a host that has answered in this crawl gets all retries of a request', async () => {
  const hosts = deadHosts(true)
  hosts.answered(URL_THERE)
  for (let tries = 1; tries < 8; tries++)
    await hosts.failed(errorOf('ECONNREFUSED', URL_THERE), URL_THERE, { tries, isLast: false, patienceMs: 0 })
  expect(() => hosts.check(URL_THERE)).not.toThrow()
  await hosts.failed(errorOf('ECONNREFUSED', URL_THERE), URL_THERE, { tries: 8, isLast: true, patienceMs: 0 })
  expect(() => hosts.check(URL_THERE)).toThrow('cannot be reached')
})

test('the source is never given up, nor other hosts while the source is unreachable too', async () => {
  const warnings: string[] = []
  const hosts = deadHosts(false, warnings)
  hosts.isSource('http://service.test/api/2.0/guides')
  for (const url of [URL_THERE, 'http://service.test/media/a.gif'])
    for (let tries = 1; tries < 20; tries++) {
      await hosts.failed(errorOf('ECONNREFUSED', url), url, { tries, isLast: tries === 19, patienceMs: 0 })
      expect(() => hosts.check(url)).not.toThrow()
    }
  expect(warnings).toEqual([])
})

const SILENCES: [string, RequestListener][] = [
  ['takes requests and never answers', () => undefined],
  ['begins each answer and never ends one', (_, response) => void response.writeHead(200, { 'content-length': '99' }).write('GIF89a')],
  ['drips its answers', (_, response) => drip(response, () => response.write('x'))],
  ['announces its answers for ever', (_, response) => drip(response, () => response.writeProcessing())],
]

/** A good answer that takes longer on a busy machine is requested again. */
const LIMIT_MS = 500
const LIMITS = { headersTimeoutMs: LIMIT_MS, bodyTimeoutMs: LIMIT_MS, answerTimeoutMs: LIMIT_MS, firstBackoffMs: 1 }

async function givesUp(how: string, silence: RequestListener, concurrency = 1): Promise<void> {
  let asked = 0
  const media = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    asked++
    silence(request, response)
  })
  const host = await hostOf(media)
  const { warnings, failures, counts, cache } = await crawlSmall({
    options: { ...PATIENT, ...LIMITS, concurrency },
    guides: withFiles(host, 40, 'field'),
  })
  expect(counts.guide, how).toMatchObject({ fetched: 40, failed: 0 })
  expect(failures, how).toHaveLength(40)
  expect(asked, how).toBeLessThan(10)
  expect((await readReport(cache))?.unreachable, how).toMatchObject([{ host, files: 40 }])
  expect(warnings.filter((sentence) => sentence.startsWith(`${host} does not answer`))).toHaveLength(1)
}

test('hosts that never answer, or start an answer and never end it, are given up for all their files', async () => {
  await Promise.all(SILENCES.map(([how, silence]) => givesUp(how, silence)))
})

test('queued requests to a host that is given up are not sent', async () => {
  await givesUp('of many at once', () => undefined, 16)
})

describe.each(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])('after a %s', (code) => {
  const patienceMs = 1000
  const failed = (hosts: DeadHosts, file: number, tries = 1) => {
    const url = `http://media.test/${file}.gif`
    return hosts.failed(errorOf(code, url), url, { tries, isLast: tries === 8, patienceMs })
  }
  const after = (ms: number) => vi.spyOn(performance, 'now').mockReturnValue(ms)

  test.each(['that has answered before', 'that never has'])(
    'a host %s is given up once it has been silent for as long as a request waits',
    async (past) => {
      const hosts = deadHosts(true)
      after(0)
      if (past === 'that has answered before') hosts.answered(URL_THERE)
      for (let file = 0; file < 9; file++) await failed(hosts, file)
      after(patienceMs - 1)
      await failed(hosts, 9)
      expect(() => hosts.check(URL_THERE)).not.toThrow()
      after(patienceMs)
      await failed(hosts, 9)
      expect(() => hosts.check(URL_THERE)).toThrow(`does not answer (${code})`)
    },
  )

  test('each answer restarts the period of silence', async () => {
    const hosts = deadHosts(true)
    after(0)
    await failed(hosts, 0)
    hosts.answered(URL_THERE)
    after(patienceMs)
    for (const file of [1, 2]) await failed(hosts, file)
    expect(() => hosts.check(URL_THERE)).not.toThrow()
  })

  test('a single file that never arrives gives up no host', async () => {
    const hosts = deadHosts(true)
    for (let tries = 1; tries <= 8; tries++) {
      after(tries * patienceMs)
      await failed(hosts, 0, tries)
    }
    expect(() => hosts.check(URL_THERE)).not.toThrow()
  })
})
