import { expect, test } from 'vitest'
import { isLetter, keyOfLetter, letterKeys } from '../../src/search/letters.ts'

test('a page has a key for each letter that begins a word of its title, and for each letter that is a word of its own', () => {
  expect(letterKeys('Élan’s Kettle: 3 lids', ['A USB C plug, the kettle’s.', 'Lids and pins'])).toBe('ⵥa ⵥc ⵥe ⵥk ⵥl')
})

test('a page in Chinese or Korean has none', () => {
  expect(letterKeys('水あか 나사', ['水', '가'])).toBe('')
})

test.each([
  ['s', 'ⵥs'],
  ['É', 'ⵥe'],
  ['К', 'ⵥк'],
])('the letter %s is looked for as %s', (typed, asked) => {
  expect([isLetter(typed), keyOfLetter(typed)]).toEqual([true, asked])
})

test.each(['so', '水', '나', '7', ''])('"%s" is looked for as it is', (typed) => expect(isLetter(typed)).toBe(false))
