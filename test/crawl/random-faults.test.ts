import { expect, test } from 'vitest'
import { crawl } from '../../src/crawl/crawl.ts'
import { type FaultName, FAULTS } from './fault-service.ts'
import { randomFrom } from './kill.ts'
import { folder, listen, optionsFor, PIXEL, sendJson } from './server.ts'
import { guide } from './small-service.ts'

/** `FAULT_SEED=8 npm run soak -- tests test/crawl/random-faults.test.ts` runs it with 5,000. */
const COUNT = Number(process.env.FAULTY_GUIDES ?? 500)
const SEED = Number(process.env.FAULT_SEED ?? 7)
const SHARE = 0.02

/** Temporary faults at lists, records and pictures alike; waiting as long as asked is tested elsewhere. */
const PASSING: FaultName[] = [
  'refused',
  'reset',
  'cut body',
  'wrong length',
  'slow head',
  'slow body',
  'HTTP 429',
  'HTTP 500',
  'HTTP 502',
  'HTTP 503',
  'HTML with 200',
  'JSON null',
  'JSON {}',
]

test(`a crawl of ${COUNT} guides with 2 % of faults ends complete`, async () => {
  console.info(`FAULT_SEED=${SEED} FAULTY_GUIDES=${COUNT}`)
  const random = randomFrom(SEED)
  const wrong = new Set<string>()
  let found = false
  let struck = 0
  const service = await listen((request, response, url) => {
    const path = url.pathname.replace(/^\/api\/2\.0/, '')
    const [type, good] = answerAt(path, url, `http://${request.headers.host ?? ''}`)
    // A source that fails on the very first request does not count as one: the crawl reports that at once.
    const fault = found && random() < SHARE ? PASSING[Math.floor(random() * PASSING.length)] : undefined
    found ||= path === '/guides'
    if (!fault || !good) return good ? void response.writeHead(200, { 'content-type': type }).end(good) : sendJson(response, {}, 404)
    // Records of wrong shape are requested twice, and here the second answer is right.
    if (wrong.has(path) && fault.startsWith('JSON')) return void response.writeHead(200, { 'content-type': type }).end(good)
    if (fault.startsWith('JSON')) wrong.add(path)
    struck++
    FAULTS[fault]({ request, response, good, type })
  })
  const options = { retries: 7, firstBackoffMs: 5, headersTimeoutMs: 300, bodyTimeoutMs: 300, concurrency: 16 }
  const { counts, failures, requests } = await crawl(optionsFor(service.url, await folder(), { ...options, sizes: ['standard'] }))
  const when = `FAULT_SEED=${SEED}, ${struck} faults in ${requests} requests`
  expect(failures, when).toEqual([])
  expect(struck, when).toBeGreaterThan(COUNT / 100)
  expect(counts.guide, when).toMatchObject({ fetched: COUNT, failed: 0, gone: 0 })
  expect(counts.picture, when).toMatchObject({ fetched: COUNT, failed: 0, gone: 0 })
})

function answerAt(path: string, url: URL, origin: string): [type: string, body: Buffer | undefined] {
  if (path.startsWith('/media/')) return ['image/gif', PIXEL]
  const id = Number(/^\/guides\/(\d+)$/.exec(path)?.[1] ?? 0)
  const [offset, limit] = ['offset', 'limit'].map((name) => Number(url.searchParams.get(name)))
  const page = () => Array.from({ length: COUNT }, (_, index) => guide(index + 1)).slice(offset, (offset ?? 0) + (limit ?? 0))
  const answer = id ? guide(id, { image: { id, standard: `${origin}/media/${id}.gif` } }) : path === '/guides' ? page() : undefined
  return ['application/json', answer && Buffer.from(JSON.stringify(answer))]
}
