import { expect, test } from 'vitest'
import { otherSpellings } from '../../src/search/index/spellings.ts'
import { titleKeys } from '../../src/search/title-key.ts'

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

test('the strict key of a title stands beside the loose one, and tells capitals apart', () => {
  const [one, other] = ['Kettle', 'KETTLE'].map(titleKeys)
  expect(one?.loose).toBe(other?.loose)
  expect(one?.strict).not.toBe(other?.strict)
  for (const { loose, strict } of ['Kettle', 'KETTLE', '電気', '13"'].map(titleKeys))
    expect(strict.startsWith(loose) && strict > loose).toBe(true)
})
