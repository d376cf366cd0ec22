import { expect, test } from 'vitest'
import type { References } from '../../../src/crawl/references.ts'
import { forecastOf } from '../../../src/crawl/survey/forecast.ts'
import type { Sample, SampledKind } from '../../../src/crawl/survey/sample.ts'
import type { Surveyor } from '../../../src/crawl/survey/surveyor.ts'

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

test('when all was read, a forecast is what was seen', () => {
  const guides = kind([record(['1', '2', '1'], ['/a', '/b']), record(['2'], ['/b'])], 1000, 50)
  expect(forecastOf(surveyor({ guides: 2, teams: 3 }), sample(guides))).toMatchObject({
    records: { guides: 2, wikis: 0, users: 2, teams: 3 },
    media: { pictures: 2, videos: 1, documents: 0 },
    bytes: { records: 2000, pictures: 100 },
  })
})

test('what every record names is not counted for each, and what one names is', () => {
  const read = Array.from({ length: 10 }, (_, at) => record(['1'], [`/${at}`]))
  const { records, media } = forecastOf(surveyor({ guides: 100 }), sample(kind(read, 1000, 50)))
  expect(records.users).toBe(1)
  expect(media.videos).toBe(1)
  expect(media.pictures).toBeGreaterThan(40)
})

test('requests are pages, records and files; users have badges, and guides tags where no list names them', () => {
  const guides = kind([record(['1'], ['/a'])], 1000, 50)
  const wikis = kind([record([], ['/c'])], 10, 5)
  const forecast = (teams: number, hasTags: boolean) =>
    forecastOf(surveyor({ guides: 1, 'wikis-INFO': 1, teams }), sample(guides, wikis, hasTags))
  const tagged = forecast(1, true)
  const untagged = forecast(1, false)
  expect(untagged.requests - tagged.requests).toBe(1)
  const files = 1 + 1 + 1 + 1
  expect([tagged.records.wikis, tagged.media, tagged.bytes]).toEqual([
    1,
    { pictures: 2, videos: 2, documents: 0 },
    { records: 1010, pictures: 55 },
  ])
  expect(tagged.ms).toBe((tagged.requests - files) * 10 + files * 100)
  expect(forecast(200, true).requests - tagged.requests).toBe(199 + 1)
})

test('files are those that are asked for', () => {
  const guides = sample(kind([record([], ['/a'])], 1000, 50))
  expect(forecastOf(surveyor({ guides: 1 }, 'pictures'), guides).media).toEqual({ pictures: 1, videos: 0, documents: 0 })
  expect(forecastOf(surveyor({ guides: 1 }, 'none'), guides)).toMatchObject({
    media: { pictures: 0, videos: 0, documents: 0 },
    bytes: { records: 1000, pictures: 0 },
  })
})

test('a category that stands in a tree only counts, and one that stands in both counts once', () => {
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
