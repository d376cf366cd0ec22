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
] as const)('what is found for "%s" in %o is a guess: %o', (text, fragment, expected) => {
  expect(isGuess(text, fragment)).toBe(expected)
})
