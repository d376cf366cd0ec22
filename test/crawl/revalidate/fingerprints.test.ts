import { expect, test } from 'vitest'
import { fingerprintItem, newestDate, partsOf } from '../../../src/crawl/revalidate/fingerprints.ts'

const factsOf = (item: unknown) => fingerprintItem('guides', item)?.facts
const GUIDE = { guideid: 5, title: 'Kettle', revisionid: 3, modified_date: 10, prereq_modified_date: 20, image: { id: 1, mini: '/a?1' } }

test.each([
  ['guides', GUIDE, 'guide 5', 'guide 5', 20],
  ['teams', { teamid: 7, name: 'T' }, 'team-members 7', 'team-members 7', 0],
  ['wikis-CATEGORY', { title: 'A_B' }, 'wiki CATEGORY/A B', 'wiki CATEGORY/A B', 0],
  ['comments', { commentid: 1, context: 'guide', contextid: 5 }, 'comment 1', 'guide 5', 0],
  ['comments', { commentid: 1, context: 'step', contextid: 9 }, 'comment 1', 'step 9', 0],
  ['comments', { commentid: 1, context: 'wiki', contextid: 9 }, 'comment 1', 'wikiid 9', 0],
] as const)('an item of %s: %o is %s, and tells of %s', (list, item, name, mark, modifiedAt) => {
  expect(fingerprintItem(list, item)).toMatchObject({ name, mark, modifiedAt })
})

test.each([null, 'x', 5, undefined])('%j in a list is no item', (item) => {
  expect(fingerprintItem('guides', item)).toBeUndefined()
})

test('a comment on what has no page tells of nothing', () => {
  expect(fingerprintItem('comments', { commentid: 1, context: 'post', contextid: 9 })).toBeUndefined()
})

test('an item is the same while only the addresses of its picture and the kind of its emptiness change', () => {
  const same = [
    { ...GUIDE, image: { id: 1, mini: '/a?2' } },
    { ...GUIDE, summary: null },
    { ...GUIDE, summary: '' },
    { ...GUIDE, summary: false },
    { ...GUIDE, summary: 0 },
    { ...GUIDE, flags: [] },
  ]
  expect(new Set([GUIDE, ...same].map(factsOf)).size).toBe(1)
})

test.each([{ revisionid: 4 }, { title: 'Pot' }, { image: { id: 2 } }])('an item is another when it has %o', (change) => {
  expect(factsOf({ ...GUIDE, ...change })).not.toBe(factsOf(GUIDE))
})

test('the later of two dates counts, and none is 0', () => {
  expect(newestDate({ modified_date: 30, prereq_modified_date: 20 })).toBe(30)
  expect(newestDate({ modified_date: 10, prereq_modified_date: 20 })).toBe(20)
  expect(newestDate({})).toBe(0)
  expect(newestDate('x')).toBe(0)
})

test.each([
  [{ kind: 'guide', id: '5' }, { prerequisites: [{ guideid: 3 }], steps: [{ stepid: 8 }, { stepid: 9 }] }, ['guide 3', 'step 8', 'step 9']],
  [{ kind: 'guide', id: '5' }, {}, []],
  [{ kind: 'guide', id: '5' }, null, []],
  [{ kind: 'guide-tags', id: '5' }, [], ['guide 5']],
  [{ kind: 'wiki-tags', id: 'CATEGORY/A' }, [], ['wiki CATEGORY/A']],
  [{ kind: 'wiki', id: 'CATEGORY/A' }, { wikiid: 4 }, ['wikiid 4']],
  [{ kind: 'wiki', id: 'CATEGORY/A' }, null, []],
  [{ kind: 'user', id: '5' }, {}, []],
] as const)('the answer of %o repeats %o', (key, answer, marks) => {
  expect(partsOf(key, answer)).toEqual(marks)
})
