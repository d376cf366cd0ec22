import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { clientFor, hostOf, listen, MEDIA, PIXEL } from '../crawl/server.ts'
import { crawlSmall, guide } from '../crawl/small-service.ts'
import { deadHosts, errorOf, PATIENT, reportIn, URL_THERE, withFiles } from './hosts.ts'

/** Nobody listens at port 1, and nobody can be called `.invalid` (RFC 2606). */
const DEAD = ['127.0.0.1:1', 'pictures.invalid'] as const

test('a host that nobody answers at is given up for the whole crawl, whatever kind of file lies there', async () => {
  const { warnings, requests, failures, service, cache } = await crawlSmall({
    options: PATIENT,
    guides: [...withFiles(DEAD[0], 30, 'field'), ...withFiles(DEAD[1], 30, 'field', 100), ...withFiles(DEAD[1], 30, 'text', 200)],
  })
  const { unreachable } = await reportIn(cache)
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

test('the copies of a host that is given up later stay', async () => {
  const media = createServer((_, response) => void response.end(PIXEL))
  const host = await hostOf(media)
  const guides = withFiles(host, 3, 'field')
  const { cache, again } = await crawlSmall({ options: PATIENT, guides })
  media.close()
  media.closeAllConnections()
  guides.push(guide(9, { image: { id: 9, standard: `http://${host}/new.gif` } }))
  await again(PATIENT)
  expect((await reportIn(cache)).unreachable).toEqual([{ host, reason: 'ECONNREFUSED', files: 1 }])
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
])('%s is believed at try %d', async (code, enough) => {
  const hosts = deadHosts(true)
  for (let tries = 1; tries <= enough; tries++) {
    expect(() => hosts.check(URL_THERE)).not.toThrow()
    await hosts.failed(errorOf(code, URL_THERE), URL_THERE, { tries, isLast: false, patienceMs: 0 })
  }
  expect(() => hosts.check('http://media.test/another.pdf')).toThrow(`cannot be reached (${code})`)
})

test('a warning names a host with a name longer than any by its start', async () => {
  const url = `http://${'a'.repeat(100_000)}.test/a.png`
  const warnings: string[] = []
  const hosts = deadHosts(true, warnings)
  for (let tries = 1; tries <= 3; tries++) await hosts.failed(errorOf('ENOTFOUND', url), url, { tries, isLast: true, patienceMs: 0 })
  expect(warnings.map((warning) => warning.replace(/a{253} .*/, ''))).toEqual([''])
})

test.each(['ECONNRESET', 'UND_ERR_SOCKET'])('%s gives no host up: somebody was there', async (code) => {
  const hosts = deadHosts(true)
  for (let tries = 1; tries < 20; tries++) await hosts.failed(errorOf(code, URL_THERE), URL_THERE, { tries, isLast: true, patienceMs: 0 })
  expect(() => hosts.check(URL_THERE)).not.toThrow()
})

test('many files that fail in one moment are one try', async () => {
  const hosts = deadHosts(true)
  for (let file = 0; file < 50; file++)
    await hosts.failed(errorOf('ECONNREFUSED', URL_THERE), URL_THERE, { tries: 1, isLast: false, patienceMs: 0 })
  expect(() => hosts.check(URL_THERE)).not.toThrow()
})

test('a host that has answered in this crawl gets the patience of a whole question', async () => {
  const hosts = deadHosts(true)
  hosts.answered(URL_THERE)
  for (let tries = 1; tries < 8; tries++)
    await hosts.failed(errorOf('ECONNREFUSED', URL_THERE), URL_THERE, { tries, isLast: false, patienceMs: 0 })
  expect(() => hosts.check(URL_THERE)).not.toThrow()
  await hosts.failed(errorOf('ECONNREFUSED', URL_THERE), URL_THERE, { tries: 8, isLast: true, patienceMs: 0 })
  expect(() => hosts.check(URL_THERE)).toThrow('cannot be reached')
})

test('the source is never given up, and no other host while the source cannot be reached either', async () => {
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
