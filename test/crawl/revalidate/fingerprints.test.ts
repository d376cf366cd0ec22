import { describe, expect, test } from 'vitest'
import { fingerprintItem, isOlder, isSame, newestDate, partsOf } from '../../../src/crawl/revalidate/fingerprints.ts'
import { type Evidence, verdictOn } from '../../../src/crawl/revalidate/freshness.ts'

const factsOf = (item: unknown) => fingerprintItem('guides', item)?.facts
const GUIDE = { guideid: 5, title: 'Kettle', revisionid: 3, modified_date: 10, prereq_modified_date: 20, image: { id: 1, mini: '/a?1' } }

test.each([
  ['guides', GUIDE, 'guide 5', 'guide 5', 20],
  ['teams', { teamid: 7, name: 'T' }, 'team-members 7', 'team-members 7', 0],
  ['wikis-CATEGORY', { title: 'A_B' }, 'wiki CATEGORY/A B', 'wiki CATEGORY/A B', 0],
  ['comments', { commentid: 1, context: 'guide', contextid: 5 }, 'comment 1', 'guide 5', 0],
  ['comments', { commentid: 1, context: 'step', contextid: 9 }, 'comment 1', 'step 9', 0],
  ['comments', { commentid: 1, context: 'wiki', contextid: 9 }, 'comment 1', 'wikiid 9', 0],
] as const)('an item of %s: %o is %s, and concerns %s', (list, item, name, mark, modifiedAt) => {
  expect(fingerprintItem(list, item)).toMatchObject({ name, mark, modifiedAt })
})

test.each([null, 'x', 5, undefined])('%j in a list is no item', (item) => {
  expect(fingerprintItem('guides', item)).toBeUndefined()
})

test('a comment on something without a page concerns nothing', () => {
  expect(fingerprintItem('comments', { commentid: 1, context: 'post', contextid: 9 })).toBeUndefined()
})

test('an item stays the same if only addresses of its picture or the form of empty values change', () => {
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

test.each([{ revisionid: 4 }, { title: 'Pot' }, { image: { id: 2 } }])('an item is different if it has %o', (change) => {
  expect(factsOf({ ...GUIDE, ...change })).not.toBe(factsOf(GUIDE))
})

test('the later of two dates counts, and a missing one is 0', () => {
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

const kept: Evidence = { hasChanged: false, isAged: false, isStored: true, wasMissing: false, isOutdated: false, isDue: false }
const missing = { isStored: false, wasMissing: true }

test.for<[string, Partial<Evidence>, string]>([
  ['what its list shows as before is kept', {}, 'keep'],
  ['what its list shows otherwise is asked for', { hasChanged: true }, 'fetch'],
  ['what is not stored is asked for', { isStored: false }, 'fetch'],
  ['what the list dates later than what is stored is asked for', { isOutdated: true }, 'fetch'],
  ['what has come to its age is asked for', { isAged: true }, 'fetch'],
  ['what is due to be verified is asked for', { isDue: true }, 'fetch'],
  ['what was missing lately is forgotten', missing, 'forget'],
  ['what was missing, and its list shows otherwise now, is asked for', { ...missing, hasChanged: true }, 'fetch'],
  ['what was missing long ago is asked for', { ...missing, isAged: true }, 'fetch'],
])('%s', ([, changes, verdict]) => {
  expect(verdictOn({ ...kept, ...changes })).toBe(verdict)
})

describe('items of the list of guides', () => {
  const item = {
    guideid: 1,
    title: 'A',
    revisionid: 4,
    modified_date: 1000.4,
    prereq_modified_date: false,
    flags: [],
    public: true,
    tags: ['x'],
  }
  test.for<[string, Record<string, unknown>, boolean]>([
    ['a second is no change', { modified_date: 1001 }, true],
    ['two seconds are', { modified_date: 1003 }, false],
    ['a change to a prerequisite is one', { prereq_modified_date: 2000.5 }, false],
    ['a date of no prerequisite is none in each of its ways', { prereq_modified_date: 0 }, true],
    ['empty flags are empty in each of their ways', { flags: false }, true],
    ['a revision is one', { revisionid: 5 }, false],
    ['a title is one', { title: 'B' }, false],
    ['being private is one', { public: false }, false],
    ['a flag is one', { flags: ['GUIDE_STARRED'] }, false],
    ['a field that is not shown is none', { attachedQuiz: 7 }, true],
  ])('%s', ([, changes, same]) => {
    const [last, now] = [fingerprintItem('guides', item), fingerprintItem('guides', { ...item, ...changes })]
    expect(last && now && isSame(last, now)).toBe(same)
  })
})

test('a stored answer without a date does not count as old', () => {
  expect([isOlder(0, 5000), isOlder(4999.5, 5000), isOlder(4000, 5000)]).toEqual([false, false, true])
})
