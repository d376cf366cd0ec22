import { expect, test } from 'vitest'
import { letterKeys, withLetterKeys } from '../../src/search/letters.ts'

test('a page has a key for each letter that begins a word of its title, and for each letter that is a word of its own', () => {
  expect(letterKeys('Élan’s Kettle: 3 lids', ['A USB C plug, the kettle’s.', 'Lids and pins'])).toBe('ⵥ3 ⵥa ⵥc ⵥe ⵥk ⵥl')
})

test('a page in Chinese or Korean has none', () => {
  expect(letterKeys('水あか 나사', ['水', '가'])).toBe('')
})

test.each([
  ['s', 'ⵥs'],
  ['É', 'ⵥe'],
  ['USB C cable', 'USB ⵥc cable'],
  ['step 7', 'step ⵥ7'],
  ['К', 'ⵥк'],
  ['so', 'so'],
  ['"USB C"', '"USB C"'],
  ['水', '水'],
  ['나', '나'],
  ['', ''],
])('a query for %s looks for %s', (typed, asked) => {
  expect(withLetterKeys(typed)).toBe(asked)
})
