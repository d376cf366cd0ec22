import { expect, test } from 'vitest'
import { readReport } from '../../src/cache/report.ts'
import { startUntilTestEnds } from '../replica/peer.ts'
import { listen, PIXEL } from './server.ts'
import { crawlSmall, guide } from './small-service.ts'

/** All texts of an answer that are addresses of pictures. */
function pictures(answer: unknown): string[] {
  if (typeof answer === 'string') return /\/static\/|\/igi\//.test(answer) ? [answer] : []
  return typeof answer === 'object' && answer ? Object.values(answer).flatMap(pictures) : []
}

/** A crawl of a service whose answers name small pictures on another host, which has all but `lacking`. */
async function ornamented(lacking = /^$/) {
  const host = await listen((_, response, url) => {
    if (lacking.test(url.pathname)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL)
  })
  const at = (path: string) => `${host.url}${path}`
  const flag = (name: string) => ({ flagid: name, title: name, text: name, image: at(`/static/flags/${name}.svg`) })
  const shown = { id: 5, guid: 'G5', standard: at('/igi/G5.standard'), medium: at('/igi/G5.medium'), large: at('/igi/G5.large') }
  const guides = [
    guide(1, {
      flags: [flag('GUIDE_IN_PROGRESS'), { flagid: 'OWN', image: { id: 9, thumbnail: at('/igi/G9.thumbnail') } }, 'GUIDE_STARRED'],
      prerequisites: [{ guideid: 2, flags: [flag('GUIDE_ARCHIVED')] }],
      steps: [
        { stepid: 1, lines: [], imageURL: at('/igi/G5.mini'), media: { type: 'image', data: [shown] } },
        { stepid: 2, lines: [], imageURL: at('/static/images/NoImage_56x42.jpg'), media: null },
        { stepid: 3, lines: [], imageURL: at('/static/images/NoImage_56x42.jpg'), media: { type: 'image', data: [] } },
        { stepid: 4, lines: [], imageURL: '' },
      ],
    }),
    guide(2),
  ]
  const wiki = {
    wikiid: 3,
    title: 'Kettle',
    namespace: 'CATEGORY',
    flags: { WIKI_STUB: { title: 'Stub', text: 'Short', image: at('/static/flags/STUB.svg') } },
    authors: [{ userid: null, username: 'Ann', percent: 100, avatar_url: at('/igi/A7.thumbnail') }],
    diagrams: [{ title: 'Exploded view', image: { thumbnail: at('/igi/D1.thumbnail') } }],
    maintenance_schedule: [{ title: 'Descale', interval: 'monthly', image: { thumbnail: at('/igi/M1.thumbnail') } }],
    category_lists: [{ title: 'Makes', items: [{ title: 'Kettle 2', image: { thumbnail: at('/igi/C1.thumbnail') } }] }],
    suppliers: [{ name: 'Parts shop', image: { thumbnail: at('/igi/S1.thumbnail') } }],
  }
  return { host, ...(await crawlSmall({ guides, answers: { '/wikis/CATEGORY/Kettle': wiki, '/categories': { Kettle: null } } })) }
}

test('with the service and its media gone, every small picture named by an answer is available', async () => {
  const { host, failures, cache } = await ornamented()
  expect(failures).toEqual([])
  // The copies of a step's picture replace its smallest size.
  expect(host.asked).not.toContain('/igi/G5.mini')
  expect(host.asked.filter((path) => path.includes('NoImage'))).toHaveLength(1)
  const replica = await startUntilTestEnds(cache)
  const named: string[] = []
  for (const path of ['/guides/1', '/wikis/CATEGORY/Kettle']) named.push(...pictures(await (await fetch(`${replica.api}${path}`)).json()))
  expect(named.length).toBeGreaterThanOrEqual(13)
  for (const url of named) {
    expect(url).toMatch(`${replica.url}/media/`)
    expect((await fetch(url)).status, url).toBe(200)
  }
})

test('a missing small picture is no failure of the crawl', async () => {
  const { cache, failures, failedPercent } = await ornamented(/static/)
  expect({ failures, failedPercent }).toEqual({ failures: [], failedPercent: 0 })
  expect((await readReport(cache))?.isComplete).toBe(true)
})

test('a missing host of small pictures is no failure of the crawl either', async () => {
  const flags = [{ flagid: 'OWN', title: 'Own', image: 'http://127.0.0.1:9/static/own.svg' }]
  const { failures } = await crawlSmall({ options: { retries: 0 }, guides: [guide(1, { flags })] })
  expect(failures).toEqual([])
})
