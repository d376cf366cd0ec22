import { expect, test } from 'vitest'
import type { Manifest } from '../../src/cache/layout.ts'
import type { CacheReader } from '../../src/cache/reader.ts'
import { readReport, readReportPage } from '../../src/cache/report.ts'
import type { CrawlOptions } from '../../src/crawl/options.ts'
import { guideSelection, inWords, partOf, refuseOtherPart, storedCategoriesBelow } from '../../src/crawl/part.ts'
import { collect } from './server.ts'
import { crawlSmall, guide } from './small-service.ts'

const wiki = (wikiid: number, title: string, rest = {}) => ({ wikiid, namespace: 'CATEGORY', title, tags: [], ...rest })
const LINKED = '<a href="/Guide/X/4">elsewhere</a>'

/** Phones below devices, cars next to them; guide 1 needs guide 3 and links to guide 4. */
const crawlPart = (options: Partial<CrawlOptions>) =>
  crawlSmall({
    options,
    guides: [
      guide(1, {
        category: 'Phone 13',
        modified_date: 1_700_000_000,
        prerequisites: [{ guideid: 3 }],
        introduction_rendered: LINKED,
        author: { userid: 7, username: 'U' },
        image: { id: 1, standard: '/media/1.gif' },
      }),
      guide(2, { category: 'Phone', modified_date: 1_600_000_000 }),
      guide(3, { category: 'Car', modified_date: 1_600_000_000 }),
      guide(4, { category: 'Car', modified_date: 1_600_000_000 }),
    ],
    answers: {
      '/categories': { Device: { Phone: { 'Phone 13': null } }, Car: null },
      '/wikis/CATEGORY/Phone 13': wiki(3, 'Phone 13', {
        ancestors: [{ title: 'Phone', namespace: 'CATEGORY' }],
        featured_guides: [{ guideid: 4 }],
      }),
      '/wikis/CATEGORY/Phone': wiki(2, 'Phone', {
        ancestors: [{ title: 'Device', namespace: 'CATEGORY' }],
        children: [{ title: 'Phone 14', namespace: 'CATEGORY' }],
      }),
      '/wikis/CATEGORY/Device': wiki(1, 'Device'),
      '/wikis/CATEGORY/Car': wiki(4, 'Car'),
      '/users/7': { userid: 7, username: 'U' },
    },
  })

const idsOf = async (cache: CacheReader, kind: 'guide' | 'wiki') => (await collect(cache.keys(kind))).map(({ id }) => id).sort()

test.for([
  ['--category takes the categories below along', { category: 'Phone' }, ['1', '2', '3']],
  ['--limit takes the first of the list', { limit: 1 }, ['1', '3']],
  ['--since takes what changed later', { since: '2023-01-01' }, ['1', '3']],
  ['all of them at once', { category: 'Car', limit: 1, since: '2020-01-01' }, ['3']],
] as const)('%s, and the part includes what it needs', async ([, options, ids]) => {
  const { manifest, cache, reader } = await crawlPart(options)
  expect(manifest.part).toEqual(options)
  expect(await readReport(cache)).toMatchObject({ part: options, isComplete: true })
  expect(await readReportPage(cache)).toMatch(/^# .*\n\n\*\*Only a part of the service\*\*: `` `(limit|category|since)` .* ``,/)
  expect(await idsOf(reader, 'guide')).toEqual(ids)
})

test('a part has parent categories, author and pictures, but not records that it merely links to', async () => {
  const { counts, service, reader } = await crawlPart({ limit: 1 })
  expect(await idsOf(reader, 'wiki')).toEqual(['Car', 'Device', 'Phone', 'Phone 13'].map((title) => `CATEGORY/${title}`))
  expect(counts).toMatchObject({ picture: { fetched: 1 }, user: { fetched: 1 } })
  expect(await collect(reader.list('guides'))).toHaveLength(1)
  expect(service.asked.filter((path) => /guides\/[24]/.test(path))).toEqual([])
})

test('the options choose a part; without any it is the whole', () => {
  expect(partOf({})).toBeUndefined()
  expect(partOf({ limit: 0, category: '', since: '' })).toBeUndefined()
  expect(partOf({ limit: 5, category: 'Phone_13', since: '2026-01-31' })).toEqual({ limit: 5, category: 'Phone 13', since: '2026-01-31' })
})

test('a part is described by its options', () => {
  expect(inWords(undefined)).toBe('the whole service')
  expect(inWords({ limit: 5, category: 'A "B"', since: '2026-01-31' })).toBe('the part `limit` 5 `category` "A \\"B\\"" `since` 2026-01-31')
  expect(inWords({ limit: 5 })).toBe('the part `limit` 5')
})

const manifest = (part?: Manifest['part']) => ({ part }) as Manifest

test.each([
  ['nothing', undefined, { limit: 5 }, false],
  ['the whole by the whole', manifest(), undefined, false],
  ['a part by the whole', manifest({ limit: 5 }), undefined, false],
  ['a part by the same part', manifest({ limit: 5 }), { limit: 5 }, false],
  ['a part by another part', manifest({ limit: 5 }), { limit: 6 }, true],
  ['the whole by a part', manifest(), { limit: 5 }, true],
])('%s is replaced, or refused with both names: %#', (_, before, part, isRefused) => {
  if (isRefused) {
    const both = new RegExp(`holds ${inWords(before?.part)}.* ${inWords(part)} would`)
    expect(() => refuseOtherPart('folder', before, part, true)).toThrow(both)
    expect(() => refuseOtherPart('folder', before, part, false)).toThrow(/holds an unfinished crawl of the .* would throw away/)
  } else {
    expect(() => refuseOtherPart('folder', before, part, true)).not.toThrow()
    expect(() => refuseOtherPart('folder', before, part, false)).not.toThrow()
  }
})

const item = (guideid: number, rest: object = {}) => ({ guideid, title: 'x', category: 'Phone', modified_date: 1_700_000_000, ...rest })

test('a part takes guides until it is full', () => {
  const part = guideSelection({ limit: 2 }, new Set())
  expect([1, 2, 3].map((id) => part.takes(item(id)))).toEqual([true, true, false])
  expect([part.taken(), part.isFull()]).toEqual([2, true])
})

test('a part takes guides of its categories that changed since its date, and only guides', () => {
  const ofPhones = guideSelection({ category: 'Phone' }, new Set(['Phone', 'Phone 13']))
  expect(['Phone', 'Phone_13', 'Car', ''].map((category) => ofPhones.takes(item(1, { category })))).toEqual([true, true, false, false])
  const recent = guideSelection({ since: '2023-11-14T22:13:20Z' }, new Set())
  expect([1_699_999_999, 1_700_000_000].map((modified_date) => recent.takes(item(1, { modified_date })))).toEqual([false, true])
  expect([null, {}, 'x'].map((odd) => recent.takes(odd))).toEqual([false, false, false])
  expect([recent.taken(), recent.isFull()]).toEqual([1, false])
})

test('subcategories are read from the first tree that has any', async () => {
  const trees: Record<string, unknown> = {
    'hierarchy-order': [],
    hierarchy: { hierarchy: { Device: { Phone: { 'Phone 13': null }, Car: null } } },
    categories: { Device: { Phone: { Other: null } } },
  }
  const cache = { record: ({ kind }: { kind: string }) => Promise.resolve(trees[kind]) }
  expect([...(await storedCategoriesBelow(cache, 'Phone'))]).toEqual(['Phone', 'Phone 13'])
  expect([...(await storedCategoriesBelow(cache, 'Device'))].sort()).toEqual(['Car', 'Device', 'Phone', 'Phone 13'])
  expect([...(await storedCategoriesBelow({ record: () => Promise.resolve(undefined) }, 'Phone'))]).toEqual(['Phone'])
})
