import { expect, test } from 'vitest'
import { readTitles, sharedWords, writeTitles } from '../../../src/views/item/title-text.ts'

const TITLES = [
  'Battery Replacement',
  'Battery Test',
  'Replacement',
  'The Battery Replacement of a Replacement Battery',
  '',
  'Ölfilter « wechseln »',
  'Замена батареи',
  '電池の交換',
]

test('titles are read as they were written, with and without shared words', () => {
  const shared = sharedWords(TITLES)
  expect(shared).toEqual(['Battery', 'Replacement'])
  for (const words of [shared, []]) expect(readTitles(writeTitles(TITLES, words), words)).toEqual(TITLES)
})

test('a word that titles share is written once', () => {
  expect(writeTitles(TITLES, sharedWords(TITLES))).not.toMatch(/Battery|Replacement/)
})

test('spaces and line breaks become one space, as on a page, and a character of private use one that nobody knows', () => {
  const titles = ['  A\n B\t C ', 'A \ue000 B', 'No\u00a0break']
  expect(readTitles(writeTitles(titles, ['A']), ['A'])).toEqual(['A B C', 'A \ufffd B', 'No\u00a0break'])
})

test('of more words than there are characters for them the most used are shared', () => {
  const titles = Array.from({ length: 7_000 }, (_, at) => `w${at} w${at} w${at}`)
  const shared = sharedWords([...titles, 'often often often often'])
  expect([shared.length, shared[0]]).toEqual([6_400, 'often'])
  expect(readTitles(writeTitles(titles, shared), shared)).toEqual(titles)
})
