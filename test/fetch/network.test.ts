import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { OPTIONS } from '../../src/config/options.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { folder, hostOf, optionsFor, sendJson } from '../crawl/server.ts'
import { guides } from '../crawl/small-service.ts'

/** `npm run soak -- tests test/fetch/network.test.ts` takes 30. */
const OUTAGE_MS = 1000 * Number(process.env.OUTAGE_S ?? 3)

test(`a network that is lost for ${OUTAGE_MS / 1000} s in the middle loses nothing`, async () => {
  const all = guides(60)
  let asked = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://service.invalid')
    if (++asked === 40) void lose()
    const detail = all.find(({ guideid }) => url.pathname.endsWith(`/guides/${guideid}`))
    if (detail) return void setTimeout(() => sendJson(response, detail), 5)
    if (url.pathname.endsWith('/guides')) return sendJson(response, url.searchParams.get('offset') === '0' ? all : [])
    sendJson(response, { error: true, message: 'Not found' }, 404)
  })
  let outages = 0
  const lose = async () => {
    outages++
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
    await sleep(OUTAGE_MS)
    server.listen(Number(host.split(':')[1]), '127.0.0.1')
  }
  const host = await hostOf(server)
  const retries = OPTIONS.retries.fallback
  const { counts, failures } = await crawl(optionsFor(`http://${host}`, await folder(), { retries, concurrency: 4 }))
  expect(outages).toBe(1)
  expect(failures).toEqual([])
  expect(counts.guide).toMatchObject({ fetched: 60, failed: 0 })
})
