import { expect, test } from 'vitest'
import { encodingsToCopy, readHtml } from '../../src/crawl/references.ts'
import { HtmlBudget } from '../../src/model/html-limits.ts'
import { readReport } from '../../src/cache/report.ts'
import { startUntilTestEnds } from '../replica/peer.ts'
import { listen, PIXEL } from './server.ts'
import { crawlSmall, guide } from './small-service.ts'

const NOTHING = { links: [], pictures: [], videos: [] }

test.each([
  ['a link', '<a href=" /Guide/x/1 ">x</a>', { links: ['/Guide/x/1'] }],
  ['a link without a target', '<a href=" ">x</a><a name="x">', {}],
  ['a picture', '<img src="/a.jpg">', { pictures: ['/a.jpg'] }],
  ['a picture that is lazy', '<img src="" data-src="/a.jpg">', { pictures: ['/a.jpg'] }],
  ['a picture that is both', '<img src="/a.jpg" data-src="/b.jpg">', { pictures: ['/a.jpg'] }],
  [
    'a picture that has a placeholder until it is loaded',
    '<img src="data:image/gif;base64,R0" data-src="/a.jpg">',
    { pictures: ['/a.jpg'] },
  ],
  ['a picture in its own address', '<img src="data:image/png;base64,iVBO">', { pictures: ['data:image/png;base64,iVBO'] }],
  ['the link of an area', '<map><area href="/Guide/x/1"></map>', { links: ['/Guide/x/1'] }],
  ['a video and its poster', '<video src="/a.mp4" poster="/a.jpg">', { videos: ['/a.mp4'], pictures: ['/a.jpg'] }],
  ['sources of a video', '<video><source src="/a.mp4"><source src="/b.webm"></video>', { videos: ['/a.mp4', '/b.webm'] }],
  ['a poster of anything', '<div poster="/a.jpg">', { pictures: ['/a.jpg'] }],
  ['the picture behind a player', `<div videoid=x style="background:url( '/a.jpg' )">`, { pictures: ['/a.jpg'] }],
  ['no picture behind anything else', '<p style="background:url(/a.jpg)">', {}],
  ['no address of other elements', '<b href="/x"><p src="/y"><a src="/z">', {}],
  ['all of several, in their order', '<a href="/1"></a><img src="/2"><A HREF="/3"></A>', { links: ['/1', '/3'], pictures: ['/2'] }],
])('in a text, %s is recognised', (_, html, found) => {
  expect(readHtml(html)).toEqual({ ...NOTHING, ...found })
})

test('a long text is read whatever it contains', () => {
  expect(readHtml(`${'<b>'.repeat(1100)}x`).excess).toMatch(/nested more than 1000 levels/)
  expect(readHtml(`${'x'.repeat(4000)}<a href="/1">`).links).toEqual(['/1'])
})

test('closed elements do not count as nesting, and texts share one budget', () => {
  expect(readHtml('<a href="/1">x</a><img src="/2">'.repeat(1500)).excess).toBeUndefined()
  const budget = new HtmlBudget()
  const long = `<a href="/1">${'x'.repeat(1_500_000)}</a>`
  expect(readHtml(long, budget)).toEqual({ ...NOTHING, links: ['/1'] })
  expect(readHtml(long, budget).excess).toMatch(/longer than/)
})

const encoding = (url: string, format: string, height: number) => ({ url, format, mime: `video/${format}`, width: 0, height, codecs: '' })

test('one MP4 and one WebM are copied, the tallest up to 1080 lines first; smaller, then taller ones are fallbacks', () => {
  const all = [encoding('4k', 'mp4', 2160), encoding('sd', 'mp4', 480), encoding('hd', 'mp4', 1080), encoding('web', 'webm', 720)]
  expect(encodingsToCopy(all)).toEqual([['hd', 'sd', '4k'], ['web']])
})

test('another format is copied if there is nothing else; an encoding without an address is ignored', () => {
  expect(encodingsToCopy([encoding('old', 'ogg', 480)])).toEqual([['old']])
  expect(encodingsToCopy([encoding('', 'mp4', 480)])).toEqual([])
})

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
  expect((await crawlSmall({ options: { retries: 0 }, guides: [guide(1, { flags })] })).failures).toEqual([])
})
