import { describe, expect, test } from 'vitest'
import type { SearchDocument } from '../../../src/search/document.ts'
import { compoundsOf } from '../../../src/search/page/plan/compounds.ts'
import { Lexicon } from '../../../src/search/page/plan/lexicon.ts'
import { Spelling } from '../../../src/search/page/spelling.ts'
import { documentOf, guideOf as guide, ofKind } from '../documents.ts'
import { searchForAll } from '../opened.ts'

const english = searchForAll([
  guide(1, 'Sharpen a saw', 'Hold it in one hand.'),
  guide(2, 'Rototiller teeth', 'Bolts of eight kinds.'),
  guide(3, 'Child’s Bicycle', 'The small one.'),
  guide(4, 'Bicycle', 'The large one.'),
  guide(5, 'Toaster lever', 'It does not stay.'),
  guide(6, 'Toaster', 'Crumbs.'),
  guide(7, 'Mains', 'Ask Tobias.'),
  documentOf('/user/1/', 'Tobias Okafor', { rank: 3, ...ofKind('user'), text: 'At the bench.' }),
  documentOf('/team/1/', 'Needle & Thread', { rank: 3, ...ofKind('team'), lead: 'Team', text: 'Zips and umbrellas.' }),
  guide(8, 'Zips', 'Of jackets and umbrellas.'),
  guide(9, 'Jacket zipper', 'It is jammed.'),
  guide(10, 'Drawer', 'It was stuck. A zipper was in it.'),
  guide(11, 'Phone battery draining quickly', 'Its capacity is low.'),
  guide(12, 'Sink', 'It drains fast. No battery is in it.'),
  guide(13, 'Samsung Galaxy screen', 'Of glass.'),
  guide(14, 'iPhone screen', 'Of glass.'),
  guide(15, 'Galaxy projector', 'Of stars.'),
])
const german = searchForAll(
  [
    documentOf('/guide/1/', 'Kette ölen', { lang: 'de', text: 'Ein Tropfen je Glied.' }),
    documentOf('/guide/2/', 'Unterlegscheibe', { lang: 'de', text: 'Sie liegt unter.' }),
    documentOf('/guide/4/', 'Nähmaschine', { lang: 'de', text: 'Eine Maschine mit Spule.' }),
    documentOf('/guide/5/', 'Garten', { lang: 'de', text: 'Was dort wächst.' }),
    documentOf('/guide/6/', 'Soldering iron', { text: 'Of a tube.' }),
    documentOf('/guide/3/', 'Stuhl leimen', { lang: 'de', text: 'Er hat Beine, die man von Hand dreht.' }),
  ],
  'de',
)

describe('a word that no page has', () => {
  test.each([
    ['tobais', 'Tobias'],
    ['rotottiller', 'Rototiller'],
    ['bycicle', 'Bicycle'],
    ['tosater', 'Toaster'],
    ['samsng galaxy', 'Samsung galaxy'],
    ['ipohne', 'iPhone'],
  ])('is corrected: %s means %s', async (typed, word) => expect(await english.meant(typed)).toBe(word))

  test.each(['ast', 'lve'])('is unchanged if as short as %s', async (typed) => expect(await english.meant(typed)).toBeUndefined())

  test('may differ in any letter if nothing else is found, and it is long enough', () => {
    const spelling = new Spelling(['plaster'.slice(0, 5)])
    expect([spelling.meant('pkast'), spelling.meant('pgast'), spelling.meant('pgast', true)]).toEqual(['plast', undefined, 'plast'])
  })

  test.each([
    ['hand-saw', ['Sharpen a saw']],
    ['handsaw', ['Sharpen a saw']],
    ['levertoaster', ['Toaster lever']],
    ['bikesaddle', ['Child’s Bicycle', 'Bicycle']],
  ])('is searched for in parts: %s', async (typed, expected) => {
    const found = await english.find(typed)
    expect(found.map(({ title }) => title).slice(0, expected.length)).toEqual(expected)
    expect(found[0]?.synonyms).not.toEqual([])
  })

  test.each([
    ['Fahrradkette', 'Kette ölen'],
    ['Kettenschmierung', 'Kette ölen'],
    ['Küchenstuhl', 'Stuhl leimen'],
    ['kuechenstuhl', 'Stuhl leimen'],
  ])('is searched for in parts in German: %s', async (typed, title) => expect((await german.titles(typed))[0]).toBe(title))

  test('matches its last part rather than its first', async () => {
    expect((await german.titles('Gartenstuhl'))[0]).toBe('Stuhl leimen')
  })

  test('is no form of a shorter one if its language has it: "Handy" is not "Hand"', async () => {
    expect(await german.find('Handy')).toEqual([])
  })
})

test.each([
  ['kids bike', 'Child’s Bicycle'],
  ['zipper stuck', 'Jacket zipper'],
  ['battery drains fast', 'Phone battery draining quickly'],
  ['tobias', 'Tobias Okafor'],
  ['okafo', 'Tobias Okafor'],
  ['zips and umbrellas', 'Zips'],
])('“%s” finds “%s” first', async (typed, title) => expect((await english.titles(typed))[0]).toBe(title))

test.each([
  ['arbeitsplatz', ['arbeit', 'platz'], ['platz', 'arbeit']],
  ['keyhole', ['key', 'hole'], ['hole']],
  ['kuechenmesser', ['küche', 'messer'], ['messer', 'kueche']],
  ['multitool', ['saw'], []],
  ['a1707', ['a1706'], []],
])('%s has of %j the parts %j', (typed, words, parts) => {
  const formsOf = compoundsOf(words, new Lexicon([]), ['en'])
  expect(formsOf(typed).map(({ text }) => text)).toEqual(parts)
})

const SENTENCES = 'Nimm den Akku heraus und lege den Akku neben den Wasserkocher. Löse die Schrauben.'
describe.each<[where: string, SearchDocument[], meant: Record<string, string>]>([
  [
    'as texts have it, with all slips of a query at once',
    [1, 2].map((at) => documentOf(`/guide/${at}/`, 'Akku austauschen', { lang: 'de', text: SENTENCES })),
    { akkku: 'Akku', 'wasserkoher akkku austauchsen': 'Wasserkocher Akku austauschen' },
  ],
  [
    'though it stands in titles alone',
    [
      documentOf('/category/n/', 'Nähmaschine', { lang: 'de', breadcrumb: 'Nähmaschine', text: 'Sie näht.' }),
      documentOf('/guide/1/', 'Wasserkocher entkalken', { lang: 'de', text: 'Mit Säure entkalken.' }),
      documentOf('/guide/2/', 'Vorsichtig öffnen', { lang: 'de', text: 'Den Deckel vorsichtig lösen.' }),
    ],
    { nähmaschiene: 'Nähmaschine', wasserkoher: 'Wasserkocher', vorsihctig: 'vorsichtig' },
  ],
])('a German noun is suggested with its capital, %s', (_, documents, meant) => {
  const site = searchForAll(documents, 'de')
  test.each(Object.entries(meant))('%s: %s', async (typed, word) => expect(await site.meant(typed)).toBe(word))
})
