import { expect, test } from 'vitest'
import { crawl } from '../../../src/crawl/crawl.ts'
import { differentInAll, forecastOf, survey } from '../../../src/crawl/survey/survey.ts'
import { serveSample } from '../sample.ts'
import { folder, optionsFor } from '../server.ts'
import { guide, guides, smallService } from '../small-service.ts'
import fc from 'fast-check'
import type { References } from '../../../src/crawl/references.ts'
import { lengthOf, type Sample, type SampledKind, spread, type Surveyor } from '../../../src/crawl/survey/sample.ts'

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

const surveyor = (lengths: Record<string, number>, media = 'all', categories: string[] = []) =>
  ({ lengths: new Map(Object.entries(lengths)), options: { media }, categories: new Set(categories) }) as unknown as Surveyor

/** A record that names these people and pictures, and a film. */
const record = (users: string[], pictures: string[]) =>
  ({
    records: [{ kind: 'guide', id: '9' }, ...users.map((id) => ({ kind: 'user', id }))],
    media: [...pictures.map((url) => ({ kind: 'picture', urls: [url, `${url}.large`] })), { kind: 'video file', urls: ['/film'] }],
  }) as unknown as References

const kind = (read: References[], bytes: number, pictures: number): SampledKind => ({ read, bytes, pictures: { read: 1, bytes: pictures } })
const NONE = kind([], 0, 0)
const sample = (guides: SampledKind, wikis = NONE, hasTags = true): Sample => {
  return { guides, wikis, hasTags, msPerRecord: 10, msPerPicture: 100 }
}

test('if everything was read, a forecast equals the sample', () => {
  const guides = kind([record(['1', '2', '1'], ['/a', '/b']), record(['2'], ['/b'])], 1000, 50)
  expect(forecastOf(surveyor({ guides: 2, teams: 3 }), sample(guides))).toMatchObject({
    records: { guides: 2, wikis: 0, users: 2, teams: 3 },
    media: { pictures: 2, videos: 1, documents: 0 },
    bytes: { records: 2000, pictures: 100 },
  })
})

test('users named by every record are not multiplied, pictures named by one are', () => {
  const read = Array.from({ length: 10 }, (_, at) => record(['1'], [`/${at}`]))
  const { records, media } = forecastOf(surveyor({ guides: 100 }), sample(kind(read, 1000, 50)))
  expect(records.users).toBe(1)
  expect(media.videos).toBe(1)
  expect(media.pictures).toBeGreaterThan(40)
})

test('requests are pages, records and files; users have badges, and guides tags unless listed', () => {
  const guides = kind([record(['1'], ['/a'])], 1000, 50)
  const wikis = kind([record([], ['/c'])], 10, 5)
  const forecast = (teams: number, hasTags: boolean) =>
    forecastOf(surveyor({ guides: 1, 'wikis-INFO': 1, teams }), sample(guides, wikis, hasTags))
  const tagged = forecast(1, true)
  expect(forecast(1, false).requests - tagged.requests).toBe(1)
  const files = 1 + 1 + 1 + 1
  expect([tagged.records.wikis, tagged.media, tagged.bytes]).toEqual([
    1,
    { pictures: 2, videos: 2, documents: 0 },
    { records: 1010, pictures: 55 },
  ])
  expect(tagged.ms).toBe((tagged.requests - files) * 10 + files * 100)
  expect(forecast(200, true).requests - tagged.requests).toBe(199 + 1)
})

test('files are those that would be requested', () => {
  const guides = sample(kind([record([], ['/a'])], 1000, 50))
  expect(forecastOf(surveyor({ guides: 1 }, 'pictures'), guides).media).toEqual({ pictures: 1, videos: 0, documents: 0 })
  expect(forecastOf(surveyor({ guides: 1 }, 'none'), guides)).toMatchObject({
    media: { pictures: 0, videos: 0, documents: 0 },
    bytes: { records: 1000, pictures: 0 },
  })
})

test('categories that occur only in a tree count, and those that occur in both count once', () => {
  expect(forecastOf(surveyor({ 'wikis-CATEGORY': 1, 'wikis-ITEM': 2 }, 'all', ['A', 'B', 'C']), sample(NONE)).records.wikis).toBe(5)
  expect(forecastOf(surveyor({ 'wikis-CATEGORY': 4 }, 'all', ['A']), sample(NONE)).records.wikis).toBe(4)
})

test('an empty service takes its lists and trees, and nothing else', () => {
  expect(forecastOf(surveyor({}), sample(NONE))).toMatchObject({
    records: { guides: 0, wikis: 0, users: 0, teams: 0 },
    media: { pictures: 0, videos: 0, documents: 0 },
    bytes: { records: 0, pictures: 0 },
  })
})

test('a sample has different ascending numbers, spread over the whole range', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 50 }), (all, wanted) => {
      const chosen = spread(all, wanted)
      expect(chosen).toHaveLength(Math.min(all, wanted))
      expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b))
      const [first = 0, last = 0] = [chosen[0], chosen.at(-1)]
      if (all > 0) expect(last - first).toBeGreaterThanOrEqual(((wanted - 2) * all) / wanted - 1)
      expect(chosen.every((place) => place >= 0 && place < all)).toBe(true)
    }),
  )
})

test('no sample is aligned with three sizes of a picture', () => {
  for (const all of [60, 600, 6000]) expect(new Set(spread(all, 20).map((place) => place % 3)).size).toBe(3)
})

test.each([
  ['in a sample of everything: nothing else', [1, 1, 5], 1, 3],
  ['once each: as many more as there are places', Array<number>(100).fill(1), 0.1, 1000],
  ['once each in a very small sample: still as many', Array<number>(600).fill(1), 0.002, 300_000],
  ['often: nothing else', [20, 18, 20], 0.1, 3],
  ['never: nothing', [], 0, 0],
])('the estimated total of what occurred %s', (_, times, share, all) => expect(differentInAll(times, share)).toBe(all))

const numbers = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

/** A list of `length` items in pages of `size`; counts the requests. */
function pager(length: number, size: number) {
  const asked: number[] = []
  const askPage = (offset: number) => {
    asked.push(offset)
    return Promise.resolve({ items: numbers(offset, Math.min(length, offset + size)) })
  }
  return { askPage, asked }
}

test('the length of any list is exact, and takes few pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(2_000_000), fc.integer({ min: 1, max: 200 }), async (length, size) => {
      const { askPage, asked } = pager(length, size)
      expect(await lengthOf(askPage)).toBe(length)
      expect(asked.length).toBeLessThanOrEqual(5 + 3 * Math.log2(length / size + 2))
    }),
  )
})

test.each([
  ['a total that the service states is believed', () => ({ items: [1], total: 61_000 }), 61_000],
  ['a service that ignores the offset has one page', () => ({ items: ['a', 'b'] }), 2],
  ['a list that never ends has no length', (offset: number) => ({ items: numbers(offset, offset + 200) }), undefined],
])('%s', async (_, page, length) => expect(await lengthOf((offset) => Promise.resolve(page(offset)))).toBe(length))

test('no page is requested beyond the last offset that the service accepts', async () => {
  const { askPage, asked } = pager(5_000, 200)
  expect(await lengthOf(askPage, 1000)).toBeLessThanOrEqual(1200)
  expect(Math.max(...asked)).toBeLessThanOrEqual(1000)
})

test('a failing page is an error, not the end', async () => {
  const askPage = async (offset: number) => (offset > 0 ? Promise.reject(new Error('503')) : { items: [1] })
  await expect(lengthOf(askPage)).rejects.toThrow('503')
})
