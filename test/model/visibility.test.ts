import { expect, test } from 'vitest'
import { guideSummarySchema, prerequisiteSchema } from '../../src/model/guide.ts'
import { NAMES_PRIVACY, saysPrivate } from '../../src/model/visibility.ts'

test.for([false, 0, '0', ''])('%j means private in every schema of a guide', (value) => {
  const guide = { guideid: 1, public: value }
  expect(saysPrivate(guide)).toBe(true)
  expect(guideSummarySchema.parse(guide).public).toBe(false)
  expect(prerequisiteSchema.parse(guide).public).toBe(false)
  for (const space of [0, 2]) expect(JSON.stringify(guide, null, space)).toMatch(NAMES_PRIVACY)
})

test.for([{ public: true }, { public: 1 }, { public: '1' }, { public: null }, {}])('%j means public in every schema of a guide', (rest) => {
  const guide = { guideid: 1, ...rest }
  expect(saysPrivate(guide)).toBe(false)
  expect(guideSummarySchema.parse(guide).public).toBe(true)
  expect(prerequisiteSchema.parse(guide).public).toBe(true)
})

test('most public guides need no parsing, and a value that is not an object is not private', () => {
  for (const rest of [{ public: true }, { public: 1 }, { public: null }, {}])
    expect(JSON.stringify({ guideid: 1, ...rest })).not.toMatch(NAMES_PRIVACY)
  for (const answer of [null, false, 'public', 0, ['public'], undefined]) expect(saysPrivate(answer)).toBe(false)
})
