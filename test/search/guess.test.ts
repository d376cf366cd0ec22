import { expect, test } from 'vitest'
import { isGuess } from '../../src/search/guess.ts'

const page = (title: string, excerpt: string, letters = '') => ({
  url: '/guide/1/',
  content: '',
  excerpt,
  meta: { title, letters },
  filters: {},
  anchors: [],
  sub_results: [],
})

test.each([
  ['running', page('Trot', 'You <mark>run</mark> on'), false],
  ['kettles replacment', page('Kettle replacement', ''), false],
  ['Wasserkocher', page('Kettle', 'It <mark>was</mark> one'), true],
  ['fuse 21', page('Fuse 216', ''), false],
  ['fuse 210', page('Fuse 216', 'The <mark>fuse</mark>'), true],
  ['kettle l', page('Kettle lid', '', 'ⵥk ⵥl'), false],
  ['kettle l', page('Electric kettle', '', 'ⵥe ⵥk'), true],
  ['iphone', page('iPhone 12 Battery', ''), false],
  ['iPhone', page('iPhone 12 Battery', ''), false],
  ['phone', page('iPhone 12 Battery', ''), false],
  ['irobot roomba', page('iRobot Roomba 650', ''), false],
  ['ps5', page('PS5 Fan', ''), false],
  ['a1706', page('MacBook Pro A1706', ''), false],
  ['130705', page('Needles', 'Flat shank <mark>130/705</mark> H'), false],
  ['130/705', page('Needles', 'Flat shank <mark>130/705</mark> H'), false],
  ['usbc', page('USB-C port', ''), false],
  ['USB-C', page('USB-C port', ''), false],
  ['2.5mm', page('Drill bit', 'A <mark>2.5mm</mark> bit'), false],
  ['wont', page('Kettle won’t boil', ''), false],
  ['won’t', page("Kettle won't boil", ''), false],
] as const)('what is found for "%s" in %o is a guess: %o', (text, fragment, expected) => {
  expect(isGuess(text, fragment)).toBe(expected)
})
