import { describe, expect, test } from 'vitest'
import { otherSpellings } from '../../src/search/index/spellings.ts'
import { wordsOnSite } from '../../src/search/index/language-words.ts'
import { isLetter, keyOfLetter, letterKeys } from '../../src/search/letters.ts'
import { titleKeys } from '../../src/search/title-key.ts'
import { hasWord, titleKey, startsIn } from '../../src/search/titles/title.ts'
import { fromPairs, hasPairs, queryInPairs, toPairs } from '../../src/search/unspaced.ts'

test.each([
  ['Lötkolben für die Straße', 'fuer fur loetkolben lotkolben strasse'],
  ['Smørrebrød', 'smoerrebroed smorrebrod'],
  ['Changer l’écran', 'écran'],
  ['The kettle won’t boil', 'won'],
  ['Bolts M6 × 35, and of 4" x 8"', '4x8 m6x35'],
  ['iPhone 12: a battery of 3 V', ''],
  ['水あか', ''],
])('other spellings of %s: %s', (text, words) => expect(otherSpellings([text])).toBe(words))

test.each([
  ['USB-C Cable', 'usb c cable'],
  ['USB-C Cable', 'usbc cable'],
  ['Kettle won’t boil', 'kettle wont boil'],
  ["Kettle won't boil", 'Kettle won’t boil'],
  ['Café', 'cafe'],
  ['Lötkolben', 'lotkolben'],
  ['2.5mm bit', '2.5 mm bit'],
])('the title "%s" is the same title as "%s"', (title, typed) => {
  expect(titleKeys(typed).loose).toBe(titleKeys(title).loose)
})

test('the strict key of a title extends the loose one, and distinguishes capitals', () => {
  const [one, other] = ['Kettle', 'KETTLE'].map(titleKeys)
  expect(one?.loose).toBe(other?.loose)
  expect(one?.strict).not.toBe(other?.strict)
  for (const { loose, strict } of ['Kettle', 'KETTLE', '電気', '13"'].map(titleKeys))
    expect(strict.startsWith(loose) && strict > loose).toBe(true)
})

test("a page has a key for each initial letter of its title's words, and for each single-letter word", () => {
  expect(letterKeys('Élan’s Kettle: 3 lids', ['A USB C plug, the kettle’s.', 'Lids and pins'])).toBe('ⵥa ⵥc ⵥe ⵥk ⵥl')
})

test('a page in Chinese or Korean has no such keys', () => {
  expect(letterKeys('水あか 나사', ['水', '가'])).toBe('')
})

test.each([
  ['s', 'ⵥs'],
  ['É', 'ⵥe'],
  ['К', 'ⵥк'],
])('the letter %s is searched for as %s', (typed, asked) => {
  expect([isLetter(typed), keyOfLetter(typed)]).toEqual([true, asked])
})

test.each(['so', '水', '나', '7', ''])('"%s" is searched for unchanged', (typed) => expect(isLetter(typed)).toBe(false))

test('text without spaces is written in pairs, other text is unchanged', () => {
  expect(toPairs('水あか')).toBe(' 水あ あか か')
  expect(toPairs('USBケーブルを2 mm切る。')).toBe('USB ケー ーⵥフ ⵥフル ルを を2 mm 切る る。')
  expect(toPairs('Kettle, boiling')).toBe('Kettle, boiling')
})

test('a query consists of pairs, or of a single character', () => {
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
])('%s is restored from its pairs', (text) => {
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

test('only pages with the pairs of a query are results', () => {
  expect(hasPairs('水あか', toPairs('一年分の水あか'))).toBe(true)
  expect(hasPairs('ガベージ', toPairs('「ガベージ」'))).toBe(true)
  expect(hasPairs('カベ', toPairs('ガベージ'))).toBe(false)
  expect(hasPairs('新幹線', toPairs('新しい線'))).toBe(false)
})

test.each([
  ['iPhone 12 Pro', 'iphone 12 pro'],
  ['  L’écran  cassé ', 'l ecran casse'],
  ['USB-C (13")', 'usb c 13'],
  ['Lötkolben', 'lotkolben'],
  ['ＡＢＣ', 'abc'],
  ['ガス', 'ガス'],
  ['ﾊﾞｯﾃﾘｰ', 'バッテリー'],
  ['+++', ''],
])('%s is compared as “%s”', (text, key) => expect(titleKey(text)).toBe(key))

test('a Korean syllable starts like the one being typed', () =>
  expect(titleKey('배터리').startsWith(titleKey('배ㅌ'.slice(0, 1)))).toBe(true))

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
])('%s has a word %s: %s', (title, word, has) => expect(hasWord(titleKey(title), titleKey(word))).toBe(has))

const synonyms = [
  ['tyre', 'tire'],
  ['kids', 'child'],
  ['cell phone', 'phone'],
  ['lubricate', 'grease'],
  ['plough', 'plow'],
  ['やかん', 'ケトル'],
]

test('synonyms are searched for if the site has them: exactly, as several words, or long ones in another form', () => {
  const site = wordsOnSite({ ignored: ['the'], synonyms }, ['tyres', 'tired', 'Child’s', 'phones', 'lubrication'])
  expect(site.synonyms).toEqual([synonyms[0], synonyms[1], synonyms[2], synonyms[3], synonyms[5]])
  expect(site.absent).toEqual(['tire', 'kids', 'cell phone', 'grease'])
  expect(site.elsewhere).toEqual(['plough', 'plow'])
  expect(site.ignored).toEqual(['the'])
})
