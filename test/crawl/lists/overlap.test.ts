import { expect, test } from 'vitest'
import { overlapOf } from '../../../src/crawl/lists/lists.ts'
import { hasShrunk } from '../../../src/crawl/lists/shrink.ts'

const list = (text: string) => Array.from(text)

test.each([
  ['abc', 'def', undefined, 0],
  ['abc', 'cde', undefined, 1],
  ['abc', 'bcd', undefined, 2],
  ['abc', 'abc', undefined, 3],
  ['abc', 'abcd', undefined, 3],
  ['abc', 'bcd', 1, 0],
  ['aab', 'abab', undefined, 2],
  ['abc', 'ca', 5, 1],
  ['', 'abc', undefined, 0],
  ['abc', '', undefined, 0],
] as const)('a page %j before %j, of at most %s, comes twice in %d items', (before, page, most, length) => {
  expect(most === undefined ? overlapOf(list(before), list(page)) : overlapOf(list(before), list(page), most)).toBe(length)
})

test.each([
  [100, 100, 10, false],
  [120, 100, 10, false],
  [90, 100, 10, false],
  [89, 100, 10, true],
  [1, 2, 10, false],
  [0, 1, 10, true],
  [0, 2, 10, true],
  [1, 3, 10, true],
  [0, 0, 10, false],
  [0, 5, 100, false],
  [5, 0, 10, false],
  [4, 5, 10, false],
  [3, 5, 10, true],
  [0, 1, 100, false],
])('a list of %d items that had %d, with %d % allowed, has shrunk: %s', (items, before, allowed, isShrunk) => {
  expect(hasShrunk(items, before, allowed)).toBe(isShrunk)
})
