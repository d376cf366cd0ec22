import type { RequestListener, ServerResponse } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { crawl } from '../../src/crawl/crawl.ts'
import type { DeadHosts } from '../../src/fetch/dead-hosts.ts'
import { folder, optionsFor, PIXEL } from '../crawl/server.ts'
import { smallService } from '../crawl/small-service.ts'
import { deadHosts, errorOf, mediaHost, PATIENT, reportIn, URL_THERE, withFiles } from './hosts.ts'

afterEach(() => void vi.restoreAllMocks())

function drip(response: ServerResponse, drop: () => void): void {
  const timer = setInterval(drop, 20)
  response.on('close', () => clearInterval(timer))
}

test.each<[string, RequestListener]>([
  ['takes requests and never answers', () => undefined],
  ['begins each answer and never ends one', (_, response) => void response.writeHead(200, { 'content-length': '99' }).write('GIF89a')],
  ['drips its answers', (_, response) => drip(response, () => response.write('x'))],
  ['announces its answers for ever', (_, response) => drip(response, () => response.writeProcessing())],
])('a host that %s is given up for all its files', async (_, silence) => {
  let asked = 0
  const host = await mediaHost((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    asked++
    silence(request, response)
  })
  const service = await smallService({ guides: withFiles(host, 40, 'field') })
  const cache = await folder()
  const times = { headersTimeoutMs: 100, bodyTimeoutMs: 100, answerTimeoutMs: 200, firstBackoffMs: 1 }
  const { warnings, failures, counts } = await crawl(optionsFor(service.url, cache, { ...PATIENT, ...times, concurrency: 2 }))
  expect(counts.guide).toMatchObject({ fetched: 40, failed: 0 })
  expect(failures).toHaveLength(40)
  expect(asked).toBeLessThan(10)
  expect((await reportIn(cache)).unreachable).toMatchObject([{ host, files: 40 }])
  expect(warnings.filter((sentence) => sentence.startsWith(`${host} does not answer`))).toHaveLength(1)
})

test('a host of which only some files never come is not given up', async () => {
  const host = await mediaHost((request, response) => {
    if (!request.url?.startsWith('/1.')) response.end(PIXEL)
  })
  const service = await smallService({ guides: withFiles(host, 60, 'field') })
  const pace = { retries: 2, headersTimeoutMs: 200, firstBackoffMs: 10, concurrency: 2, maxRate: 50 }
  const { failures } = await crawl(optionsFor(service.url, await folder(), { ...PATIENT, ...pace }))
  expect(failures.map(({ id }) => id)).toEqual([`http://${host}/1.gif`])
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

  test('the silence begins anew with each answer', async () => {
    const hosts = deadHosts(true)
    after(0)
    await failed(hosts, 0)
    hosts.answered(URL_THERE)
    after(patienceMs)
    for (const file of [1, 2]) await failed(hosts, file)
    expect(() => hosts.check(URL_THERE)).not.toThrow()
  })

  test('a single file that never comes gives no host up', async () => {
    const hosts = deadHosts(true)
    for (let tries = 1; tries <= 8; tries++) {
      after(tries * patienceMs)
      await failed(hosts, 0, tries)
    }
    expect(() => hosts.check(URL_THERE)).not.toThrow()
  })
})
