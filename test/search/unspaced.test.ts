import { describe, expect, test } from 'vitest'
import { fromPairs, hasPairs, queryInPairs, toPairs } from '../../src/search/unspaced.ts'

test('text without spaces is written in pairs, all else stays', () => {
  expect(toPairs('水あか')).toBe(' 水あ あか か')
  expect(toPairs('USBケーブルを2 mm切る。')).toBe('USB ケー ーⵥフ ⵥフル ルを を2 mm 切る る。')
  expect(toPairs('Kettle, boiling')).toBe('Kettle, boiling')
})

test('a query asks for pairs, a single character for itself', () => {
  expect(queryInPairs('水あか')).toBe('水あ あか')
  expect(queryInPairs('ケトル 水')).toBe('ケト トル   水')
  expect(queryInPairs('kettle lid')).toBe('kettle lid')
})

test.each([
  '水あかを落とす。',
  'パーツ、バッテリー、がき',
  '沸騰させずに、温めたクエン酸なら（三十分で）落ちます。',
  '更换电池',
  'a',
  'Kettle 1.7 L, kitchen',
])('%s is put together again as it was', (text) => {
  expect(fromPairs(toPairs(text))).toBe(text)
})

describe('the marks of an excerpt', () => {
  test('cover both characters of a found pair', () => {
    expect(fromPairs('の水 <mark>水あ</mark> <mark>あか</mark> かが が')).toBe('の<mark>水あか</mark>が')
  })
  test('stay on words with spaces', () => {
    expect(fromPairs('the <mark>kettle</mark> lid')).toBe('the <mark>kettle</mark> lid')
  })
})

test('a page has the pairs of a query, or it is none of its results', () => {
  expect(hasPairs('水あか', toPairs('一年分の水あか'))).toBe(true)
  expect(hasPairs('ガベージ', toPairs('「ガベージ」'))).toBe(true)
  expect(hasPairs('カベ', toPairs('ガベージ'))).toBe(false)
  expect(hasPairs('新幹線', toPairs('新しい線'))).toBe(false)
})
