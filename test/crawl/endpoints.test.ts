import { expect, test } from 'vitest'
import { baseOf, baseOfGuides, recordNamed, nameOf, pageUrl, recordUrl, sourceOf } from '../../src/crawl/endpoints.ts'

const BASE = 'https://repair.test/api/2.0'

test.each([
  [{ kind: 'guide', id: '5' }, 'guide 5'],
  [{ kind: 'guide', id: '5', lang: 'de' }, 'guide.de 5'],
  [{ kind: 'wiki', id: 'CATEGORY/A B' }, 'wiki CATEGORY/A B'],
  [{ kind: 'hierarchy', id: '', lang: 'pt-BR' }, 'hierarchy.pt-BR '],
] as const)('the name of %o is parsed into the same record', (key, name) => {
  expect(nameOf(key)).toBe(name)
  expect(recordNamed(name)).toEqual(key)
  expect(sourceOf(key)).toEqual({ kind: key.kind, id: key.id })
})

test('a page of a list has a limit and an offset; private guides are requested in the list of guides only', () => {
  expect(pageUrl(BASE, 'guides', 400)).toBe(`${BASE}/guides?limit=200&offset=400`)
  expect(pageUrl(BASE, 'guides', 0, true, 5)).toBe(`${BASE}/guides?limit=5&offset=0&includePrivate=true`)
  expect(pageUrl(BASE, 'teams', 0, true)).toBe(`${BASE}/teams?limit=200&offset=0`)
})

test('a record has its path, and its language as a query parameter', () => {
  expect(recordUrl(BASE, { kind: 'user', id: '5' })).toBe(`${BASE}/users/5`)
  expect(recordUrl(BASE, { kind: 'user', id: '5', lang: 'ja' })).toBe(`${BASE}/users/5?langid=ja`)
  expect(recordUrl(BASE, { kind: 'user', id: '5', lang: 'ja' }, 'j p')).toBe(`${BASE}/users/5?langid=j%20p`)
  expect(recordUrl(BASE, { kind: 'guide', id: '5', lang: 'ja' })).toBe(`${BASE}/guides/5?excludePrerequisiteSteps&langid=ja`)
  const tree = recordUrl(BASE, { kind: 'hierarchy-order', id: '', lang: 'de' })
  expect([tree.split('?').length, new URL(tree).searchParams.get('langid')]).toEqual([2, 'de'])
})

test.each([
  ['https://repair.test', BASE],
  ['https://repair.test//', BASE],
  ['https://repair.test/api/2.0/', BASE],
  ['https://repair.test/help/?x=1#y', 'https://repair.test/help/api/2.0'],
  ['https://repair.test/api/2.0/x', 'https://repair.test/api/2.0/x/api/2.0'],
])('the API of %s is at %s', (source, base) => {
  expect(baseOf(source)).toBe(base)
})

test.each([`${BASE}/guides?limit=1`, `${BASE}/guides/?limit=1`])('the base is derived from the address %s', (url) => {
  expect(baseOfGuides(url)).toBe(BASE)
})
