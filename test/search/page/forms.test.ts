import { describe, expect, test } from 'vitest'
import { guideOf } from '../documents.ts'
import { Lexicon } from '../../../src/search/page/plan/lexicon.ts'
import { searchForAll } from '../opened.ts'

const guide = (id: number, title: string, text: string, lang = 'de') => guideOf(id, title, text, lang)

const english = searchForAll(
  ['Knife', 'Shelf', 'Leaf', 'Mouse', 'Tooth', 'Foot', 'Man', 'Child', 'Wolf', 'Battery'].map((title, at) =>
    guide(at, `${title} guard`, 'Of oak.', 'en'),
  ),
)
const german = searchForAll(
  [
    guide(1, 'Waschmaschine', 'Sie läuft aus.'),
    guide(2, 'Nähmaschine', 'Ein Tropfen Öl.'),
    guide(3, 'Gusseisenpfanne einbrennen', 'Mit Öl.'),
    guide(4, 'Reifen flicken', 'Nach einer Panne.'),
    guide(5, 'Uhrenbatterie wechseln', 'Sie ist leer.'),
    guide(6, 'Laugenpumpe reinigen', 'Sie ist verstopft.'),
    guide(7, 'Arbeitsplatte ölen', 'Sie ist aus Holz.'),
    guide(8, 'Tropfenden Wasserhahn abdichten', 'Eine neue Dichtung.'),
    guide(9, 'Quietschende Tür ölen', 'Am Scharnier.'),
    guide(10, 'Fernseher', 'Drei Türen und zwei Räder hat der Schrank darunter.'),
    guide(11, 'Schönes Handy', 'Es klingelt.'),
    guide(12, 'Uhr und Rad', 'Die Tür dazu.'),
    guide(13, 'Kette spannen', 'Man spannt sie.'),
    guide(101, 'Sewing machine timing', 'A machine of steel.', 'en'),
    guide(102, 'Battery replacement', 'A battery, a plate, a pump.', 'en'),
  ],
  'de',
)

describe('a word that ends words of the site, where languages write several as one', () => {
  test.each([
    [
      ['Maschine', 'Maschinen'],
      ['Nähmaschine', 'Waschmaschine'],
    ],
    [['Pfanne', 'Pfannen'], ['Gusseisenpfanne einbrennen']],
    [['Batterie', 'Batterien'], ['Uhrenbatterie wechseln']],
    [['Pumpe'], ['Laugenpumpe reinigen']],
    [['Platte'], ['Arbeitsplatte ölen']],
  ])('finds them and is no slip: %j', async (texts, expected) => {
    for (const text of texts) {
      const found = (await german.find(text)).filter(({ lang }) => lang === 'de')
      expect(found.map(({ title, without, also }) => [title, without, also]).toSorted()).toEqual(expected.map((title) => [title, [], []]))
      expect(await german.meant(text)).toBeUndefined()
    }
  })
})

test('an English synonym is no form of a German word of the same stem', async () => {
  expect(await german.titles('Schraubenschlüssel')).toEqual([])
  expect((await german.titles('spanne'))[0]).toBe('Kette spannen')
})

describe('another form of a word, of another stem,', () => {
  test.each([
    ...Object.entries({ Knife: 'knives', Shelf: 'shelves', Leaf: 'leaves', Mouse: 'mice', Tooth: 'teeth', Foot: 'feet' }),
    ...Object.entries({ Man: 'men', Child: 'children', Wolf: 'wolves', Battery: 'batteries' }),
  ])('finds it as the word itself does, and no note says so: %s, %s', async (word, typed) => {
    expect((await english.find(typed))[0]).toMatchObject({ title: `${word} guard`, also: [], without: [] })
    expect(await english.meant(typed)).toBeUndefined()
  })

  test.each([
    ['Schönes Handy', ['Handys']],
    ['Uhr und Rad', ['Uhren', 'Räder', 'raeder', 'Türen']],
  ])('does so in German: %s', async (title, texts) => {
    for (const text of texts)
      expect(
        (await german.find(text)).find((one) => one.title === title),
        text,
      ).toMatchObject({ also: [], without: [] })
  })

  test('has the synonyms of the word', () => {
    const lexicon = new Lexicon([{ ignored: [], forms: ['knife knives'], alike: [['knife', 'blade', 'knives']] }])
    expect([lexicon.alike('knives'), lexicon.alike('knife')]).toEqual([['blade'], ['blade']])
  })
})
