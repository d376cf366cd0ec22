import { createServer, type RequestListener } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import type { DeadHosts } from '../../src/fetch/dead-hosts.ts'
import { hostOf } from '../crawl/server.ts'
import { crawlSmall } from '../crawl/small-service.ts'
import { deadHosts, drip, errorOf, PATIENT, reportIn, URL_THERE, withFiles } from './hosts.ts'

const SILENCES: [string, RequestListener][] = [
  ['takes requests and never answers', () => undefined],
  ['begins each answer and never ends one', (_, response) => void response.writeHead(200, { 'content-length': '99' }).write('GIF89a')],
  ['drips its answers', (_, response) => drip(response, () => response.write('x'))],
  ['announces its answers for ever', (_, response) => drip(response, () => response.writeProcessing())],
]

/** A good answer that takes longer on a busy machine is asked for again. */
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
  expect((await reportIn(cache)).unreachable, how).toMatchObject([{ host, files: 40 }])
  expect(warnings.filter((sentence) => sentence.startsWith(`${host} does not answer`))).toHaveLength(1)
}

test('hosts that never answer, or begin and never end, are given up for all their files', async () => {
  await Promise.all(SILENCES.map(([how, silence]) => givesUp(how, silence)))
})

test('requests that wait for their turn when their host is given up are not sent', async () => {
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
