import { expect, test } from 'vitest'
import { isSameTime } from '../../src/disk/stamp.ts'

test.each([
  [1_700_000_000_123, 1_700_000_000_123, true],
  [1_700_000_000_000, 1_700_000_000_123, true],
  [1_700_000_000_123, 1_700_000_000_000, false],
  [1_700_000_000_124, 1_700_000_000_123, false],
  [1_700_000_001_000, 1_700_000_000_123, false],
])('a time of %i ms is %i ms as noted, or what an archive of whole seconds makes of it: %s', (now, noted, isSame) => {
  expect(isSameTime(now, noted)).toBe(isSame)
})
