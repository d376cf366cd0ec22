import { expect, test } from 'vitest'
import type { Manifest } from '../../src/cache/layout.ts'
import { inWords, Part, partOf, refuseOtherPart, refuseOtherUnfinished, storedCategoriesBelow } from '../../src/crawl/part.ts'

test('a part is what the options choose; without any it is the whole', () => {
  expect(partOf({})).toBeUndefined()
  expect(partOf({ limit: 0, category: '', since: '' })).toBeUndefined()
  expect(partOf({ limit: 5, category: 'Phone_13', since: '2026-01-31' })).toEqual({ limit: 5, category: 'Phone 13', since: '2026-01-31' })
})

test('a part is told by its options', () => {
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
    expect(() => refuseOtherPart('folder', before, part)).toThrow(both)
    expect(() => refuseOtherUnfinished('folder', before, part)).toThrow(/holds an unfinished crawl of the .* would throw away/)
  } else {
    expect(() => refuseOtherPart('folder', before, part)).not.toThrow()
    expect(() => refuseOtherUnfinished('folder', before, part)).not.toThrow()
  }
})

const item = (guideid: number, rest: object = {}) => ({ guideid, title: 'x', category: 'Phone', modified_date: 1_700_000_000, ...rest })

test('a part takes guides until it is full', () => {
  const part = new Part({ limit: 2 }, new Set())
  expect([1, 2, 3].map((id) => part.takes(item(id)))).toEqual([true, true, false])
  expect([part.taken, part.isFull]).toEqual([2, true])
})

test('a part takes guides of its categories, those that changed since its date, and nothing that is no guide', () => {
  const ofPhones = new Part({ category: 'Phone' }, new Set(['Phone', 'Phone 13']))
  const taken = ['Phone', 'Phone_13', 'Car', ''].map((category) => ofPhones.takes(item(1, { category })))
  expect(taken).toEqual([true, true, false, false])
  const recent = new Part({ since: '2023-11-14T22:13:20Z' }, new Set())
  expect([1_699_999_999, 1_700_000_000].map((modified_date) => recent.takes(item(1, { modified_date })))).toEqual([false, true])
  expect([null, {}, 'x'].map((odd) => recent.takes(odd))).toEqual([false, false, false])
  expect([recent.taken, recent.isFull]).toEqual([1, false])
})

test('the categories below one are those of the first tree that holds any', async () => {
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
