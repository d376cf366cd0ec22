import { describe, expect, test } from 'vitest'
import { fingerprintItem, isOlder, isSame } from '../../../src/crawl/revalidate/fingerprints.ts'
import { type Evidence, verdictOn } from '../../../src/crawl/revalidate/freshness.ts'

const kept: Evidence = {
  hasChanged: false,
  isAged: false,
  isStored: true,
  wasMissing: false,
  isOutdated: false,
  isDue: false,
}
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

test('a stored answer without a date is not taken for old', () => {
  expect([isOlder(0, 5000), isOlder(4999.5, 5000), isOlder(4000, 5000)]).toEqual([false, false, true])
})
