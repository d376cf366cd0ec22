import { describe, expect, test } from 'vitest'
import { type Evidence, isOlder, isSame, verdictOn } from '../../../src/crawl/revalidate/fresh.ts'
import { fingerprintItem } from '../../../src/crawl/revalidate/fingerprints.ts'

const kept: Evidence = {
  listed: 'same',
  isStored: true,
  wasMissing: false,
  isOutdated: false,
  hasChangedPart: false,
  ageDays: 1,
  maxAgeDays: 7,
  isDue: false,
}
const missing = { isStored: false, wasMissing: true }

test.for<[string, Partial<Evidence>, string]>([
  ['what its list shows as before is kept', {}, 'keep'],
  ['what no list shows is kept', { listed: 'unlisted' }, 'keep'],
  ['what its list shows for the first time is asked for', { listed: 'new' }, 'fetch'],
  ['what its list shows otherwise is asked for', { listed: 'changed' }, 'fetch'],
  ['what its list shows no more is asked for', { listed: 'gone' }, 'fetch'],
  ['what is not stored is asked for', { isStored: false }, 'fetch'],
  ['what the list dates later than what is stored is asked for', { isOutdated: true }, 'fetch'],
  ['what repeats something that changed is asked for', { hasChangedPart: true }, 'fetch'],
  ['what has come to its age is asked for', { ageDays: 7 }, 'fetch'],
  ['what is due to be verified is asked for', { isDue: true }, 'fetch'],
  ['what was missing lately is forgotten', missing, 'forget'],
  ['what was missing, and its list shows otherwise now, is asked for', { ...missing, listed: 'changed' }, 'fetch'],
  ['what was missing long ago is asked for', { ...missing, ageDays: 8 }, 'fetch'],
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
