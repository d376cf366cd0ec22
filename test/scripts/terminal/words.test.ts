import { expect, test } from 'vitest'
import { table } from '../../../scripts/terminal/table.ts'
import { bytesInWords, countOf, timeInWords } from '../../../scripts/terminal/words.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [12_345, '12 kB'],
  [3_600_000, '3.6 MB'],
  [4_200_000_000_000_000, '4200 TB'],
])('%i bytes are %s', (bytes, words) => {
  expect(bytesInWords(bytes)).toBe(words)
})

test.each([
  [0, '0.0 s'],
  [1_234, '1.2 s'],
  [9_960, '10 s'],
  [59_600, '1 min 0 s'],
  [200_000, '3 min 20 s'],
  [7_300_000, '2 h 1 min'],
])('%i milliseconds are %s', (ms, words) => {
  expect(timeInWords(ms)).toBe(words)
})

test('one is singular, more are plural', () => {
  expect([countOf(1, 'page'), countOf(0, 'page'), countOf(61_000, 'page'), countOf(2, 'address')]).toEqual([
    '1 page',
    '0 pages',
    '61,000 pages',
    '2 addresses',
  ])
})

test('a table has its names to the left and its figures to the right, and no spaces at the ends', () => {
  const rows = table([
    ['', 'fetched', 'time'],
    ['guide', '61', '1.2 s'],
    ['wiki', '1,234', ''],
  ])
  expect(rows).toEqual(['       fetched   time', 'guide       61  1.2 s', 'wiki     1,234'])
})
