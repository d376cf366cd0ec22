import { expect, test } from 'vitest'
import { readRange } from '../../src/replica/http/range.ts'

test.for([
  [undefined, 10, 'whole'],
  ['bytes=2-4', 10, { start: 2, end: 4 }],
  ['bytes=2-', 10, { start: 2, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-30', 10, { start: 0, end: 9 }],
  ['bytes=8-30', 10, { start: 8, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=-3', 0, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=4-2', 10, 'whole'],
  ['bytes=-', 10, 'whole'],
  ['bytes=0-1,3-4', 10, 'whole'],
  ['lines=0-1', 10, 'whole'],
] as const)('the range %s of %i bytes is %j', ([header, size, range]) => {
  expect(readRange(header, size)).toEqual(range)
})
