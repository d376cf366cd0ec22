import { expect, test } from 'vitest'
import { hasWord, keyOf, startsIn } from '../../../src/search/titles/title-words.ts'

test.each([
  ['iPhone 12 Pro', 'iphone 12 pro'],
  ['  L’écran  cassé ', 'l ecran casse'],
  ['USB-C (13")', 'usb c 13'],
  ['Lötkolben', 'lotkolben'],
  ['ＡＢＣ', 'abc'],
  ['ガス', 'ガス'],
  ['ﾊﾞｯﾃﾘｰ', 'バッテリー'],
  ['+++', ''],
])('%s is compared as “%s”', (text, key) => expect(keyOf(text)).toBe(key))

test('a Korean syllable begins like the one that is being typed', () =>
  expect(keyOf('배터리').startsWith(keyOf('배ㅌ'.slice(0, 1)))).toBe(true))

test.each([
  ['Replacing the battery', ['replacing', 'the', 'battery']],
  ['USB-C don’t', ['usb', 'c', 'don', 't']],
  ['水あか iPhone12', ['水', 'あ', 'か', 'iphone12']],
  ['Ремонт экрана', ['ремонт', 'экрана']],
  ['إصلاح الشاشة', ['اصلاح', 'الشاشة']],
  ['', []],
])('the words of “%s”', (title, words) => expect(startsIn(title).map(({ word }) => word)).toEqual(words))

test.each([
  ['iphone 12 battery', 'bat', true],
  ['iphone 12 battery', 'hone', false],
  ['水あかの取り方', 'あか', true],
])('%s has a word %s: %s', (title, word, has) => expect(hasWord(keyOf(title), keyOf(word))).toBe(has))
