import { expect, test } from 'vitest'
import { crawl } from '../../../src/crawl/crawl.ts'
import { survey } from '../../../src/crawl/survey/survey.ts'
import { serveSample } from '../sample.ts'
import { folder, optionsFor } from '../server.ts'
import { guide, guides, smallService } from '../small-service.ts'

test('a survey of the sample finds its lists, and predicts the cost of a crawl', async () => {
  const { url } = await serveSample()
  const found = await survey(optionsFor(url, ''))
  const { counts, requests, manifest } = await crawl(optionsFor(url, await folder()))
  const had = (kind: string) => counts[kind]?.fetched ?? 0
  expect(found).toMatchObject({ base: manifest.source, isClosed: false, warnings: [] })
  // One guide is in no list.
  expect(found.forecast.records).toMatchObject({ guides: had('guide') - 1, teams: had('team-members') })
  expect(found.sampled).toMatchObject({ guides: 20, pictures: 40 })
  expect(found.requests).toBeLessThan(requests / 2)
  const { forecast } = found
  for (const [said, was, within] of [
    [forecast.requests, requests, 2],
    [forecast.records.wikis, had('wiki'), 2],
    [forecast.media.pictures, had('picture'), 2],
    // Large pictures weigh fifty times as much as small ones, and forty were read.
    [forecast.bytes.pictures, counts.picture?.bytes ?? 0, 3],
  ] as const) {
    expect(said).toBeGreaterThan(was / within)
    expect(said).toBeLessThan(was * within)
  }
})

test('unwanted media are neither requested nor forecast', async () => {
  const service = await smallService({
    guides: guides(3).map((one) => ({ ...one, image: { id: one.guideid, standard: `/media/${one.guideid}` } })),
  })
  const { forecast, sampled } = await survey(optionsFor(service.url, '', { media: 'none', sizes: ['standard'] }))
  expect(forecast.media).toEqual({ pictures: 0, videos: 0, documents: 0 })
  expect(sampled.pictures).toBe(0)
  expect(service.asked.filter((path) => path.startsWith('/media/'))).toEqual([])
  expect((await survey(optionsFor(service.url, '', { sizes: ['standard'] }))).forecast.media.pictures).toBe(3)
})

/** A service of this number of guides that answers 403 to some requests. */
const refusing = (count: number, isRefused: (url: URL) => boolean) =>
  smallService({ guides: guides(count), instead: (_, url) => isRefused(url) && 403 })

test('a refused list has an unknown length, and unreadable records are not in the sample', async () => {
  const service = await refusing(40, ({ pathname }) => /\/(teams|guides\/\d*[234])$/.test(pathname))
  const { lists, sampled, forecast } = await survey(optionsFor(service.url, ''))
  expect(lists).toMatchObject({ guides: 40, teams: null })
  expect(sampled.guides).toBeGreaterThan(0)
  expect(sampled.guides).toBeLessThan(20)
  expect(forecast.records.guides).toBe(40)
})

test('from the middle of a list a survey requests single items, and skips refused ones', async () => {
  const service = await refusing(
    40,
    ({ pathname, searchParams: asked }) => pathname === '/api/2.0/guides' && asked.get('limit') === '1' && Number(asked.get('offset')) > 20,
  )
  const { sampled } = await survey(optionsFor(service.url, ''))
  expect(sampled.guides).toBeGreaterThan(0)
  expect(sampled.guides).toBeLessThan(20)
})

test('an item of a list without a record is not in the sample', async () => {
  const items = [{}, { title: 'Oiling' }]
  const service = await smallService({
    guides: guides(1),
    answers: { '/wikis/INFO': items, '/wikis/INFO/Oiling': { wikiid: 1, namespace: 'INFO', title: 'Oiling', tags: [] } },
    instead: (path, { searchParams }) =>
      path === '/wikis/INFO' && searchParams.get('limit') === '1' && [items[Number(searchParams.get('offset'))]],
  })
  await survey(optionsFor(service.url, ''))
  expect(service.asked.filter((path) => path.startsWith('/api/2.0/wikis/INFO/'))).toEqual(['/api/2.0/wikis/INFO/Oiling'])
})

test('paths forbidden by robots.txt are not requested', async () => {
  const service = await smallService({
    guides: guides(2),
    instead: (path) => path === '/robots.txt' && ((response) => response.end('User-agent: *\nDisallow: /api/2.0/tags\n')),
  })
  expect((await survey(optionsFor(service.url, ''))).lists).toMatchObject({ guides: 2, tags: null })
  expect(service.asked.filter((path) => path.startsWith('/api/2.0/tags'))).toEqual([])
})

test('a survey reports what a token opens, and whether it is needed', async () => {
  const open = [guide(1), guide(2)]
  const closed = guide(3, { public: false })
  const service = await smallService({
    guides: open,
    instead(path, { searchParams }, { headers }) {
      if (headers.authorization !== 'api sesame') return 401
      return path === '/guides' && searchParams.has('includePrivate') && searchParams.get('offset') === '0' && [...open, closed]
    },
  })
  const found = await survey(optionsFor(service.url, '', { token: 'sesame' }))
  expect(found).toMatchObject({ isClosed: true, privateGuides: 1, lists: { guides: 2 } })
})

test('without a service it throws the same as a crawl', async () => {
  await expect(survey(optionsFor('http://127.0.0.1:1', ''))).rejects.toMatchObject({ code: 'ERR_SOURCE_UNREACHABLE' })
})
