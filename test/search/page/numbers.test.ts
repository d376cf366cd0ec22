import { describe, expect, test } from 'vitest'
import { numberedFirst } from '../../../src/search/page/plan/rank.ts'
import { tokensOf } from '../../../src/search/page/plan/tokens.ts'
import { documentOf } from '../documents.ts'
import { searchForAll } from '../opened.ts'

const steps = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ anchor: `s${at + 1}`, title: `Step ${at + 1}`, text: 'Open the case.' }))

const site = searchForAll([
  documentOf('/guide/1/', 'PS5 fan', { text: 'Of the console.', sections: steps(5) }),
  documentOf('/guide/2/', 'Fennel Phone 2 battery', { text: 'Five minutes, 3 screws.', sections: steps(5) }),
  documentOf('/guide/3/', 'Fennel Phone 3 battery', { text: 'Six minutes.', sections: steps(2) }),
  documentOf('/guide/4/', 'Make part nº3', { text: 'Of steel.' }),
  documentOf('/guide/5/', 'Make part nº1', { text: 'Of steel, 3 times.' }),
  documentOf('/guide/6/', 'Foot', { text: 'Take a plate of 8"×8" for it.' }),
  documentOf('/guide/7/', 'Wheel', { text: 'Bolt M6 × 35 with washers.' }),
  documentOf('/guide/8/', 'Hex keys', { text: 'One of 4 mm is enough.' }),
  documentOf('/guide/9/', 'Capacitor', { text: 'It says 470 µF 16 V.' }),
  documentOf('/guide/11/', 'Belt', { text: 'A belt. '.repeat(20) }),
  documentOf('/guide/12/', 'Vacuum brush', {
    text: `Which belt it takes is said below. ${'Turn it over. '.repeat(40)} It is the 1930 H7.`,
  }),
  documentOf('/guide/13/', 'X-90 Brush Roll', { text: 'It takes a battery. '.repeat(5) }),
  documentOf('/guide/14/', 'X-90+ Battery', { text: 'Of lithium.' }),
  documentOf('/guide/15/', 'Update', { text: 'Install version 17.0.1 of it.' }),
  documentOf('/guide/16/', 'Price', { text: 'It was 1,000.50 in all.' }),
  documentOf('/guide/17/', 'Preis', { text: 'Zusammen 2.000,50 Euro.' }),
  documentOf('/guide/18/', 'Filter', { text: 'One of 10\u00b5F, one of 4.7 \u03bcF.' }),
  documentOf('/guide/10/', 'Floor', { text: 'Nail the 2"x6" boards.' }),
])

describe('a number', () => {
  test('belongs to the word beside it: that of a step is not that of a model', async () => {
    const found = await site.find('fennel phone 4')
    expect(found.map(({ title, without }) => [title, without])).toEqual([
      ['Fennel Phone 2 battery', ['4']],
      ['Fennel Phone 3 battery', ['4']],
    ])
  })

  test.each([
    ['Fennel Phone 3 battery', ['fennel 3 battery', 'fennel3']],
    ['Make part nº3', ['make part 3', 'nº3', 'n°3', 'no3', 'part no3', 'part nº3']],
    ['Hex keys', ['4 mm hex key', '4mm hex key']],
    ['Foot', ['8 x 8 plate', '8"x8"']],
    ['Wheel', ['M6 x 35', 'm6x35']],
    ['Floor', ['2 x 6', '2"x6"']],
    ['Capacitor', ['470 μF 16 V']],
    ['Vacuum brush', ['1930H7', 'belt 1930H7']],
    ['X-90+ Battery', ['X-90+']],
    ['X-90 Brush Roll', ['X-90']],
    ['Update', ['17.0', '17.0.1', 'version 17.0']],
    ['Price', ['1000.50', '1,000.50', '1000,50']],
    ['Preis', ['2000.50', '2.000,50']],
    ['Filter', ['10uF', '10 uF', '10µF', '4.7uF', '4.7 uF']],
  ])('finds %s as it was typed: %j', async (title, texts) => {
    for (const text of texts) expect((await site.find(text))[0], text).toMatchObject({ title, without: [] })
  })

  test('of a version is no longer one', async () => {
    expect((await site.find('17.0.1.2')).filter(({ without }) => without.length === 0)).toEqual([])
  })

  test('is named in a note as it was typed', async () => {
    const found = await site.find('make part nº7')
    expect(found.slice(0, 2).map(({ title, without }) => [title, without])).toEqual([
      ['Make part nº3', ['nº7']],
      ['Make part nº1', ['nº7']],
    ])
  })

  test('of a model that the site lacks finds the others, and says so', async () => {
    for (const typed of ['fennel phone 13', 'fennel13']) expect((await site.find(typed))[0]?.without).toEqual(['13'])
  })
})

test.each([
  ['kettle_lid', ['kettle', 'lid']],
  ['kettle%20lid', ['kettle', 'lid']],
  ['kettle\u200Blid', ['kettle', 'lid']],
  ['ﾁｪｰﾝ', ['チェーン']],
  ['iphone13', ['iphone', '13']],
  ['ps5', ['ps5']],
  ['4mm', ['4mm']],
  ['1.7l', ['1.7', 'l']],
  ['3a', ['3a']],
  ['18f4550', ['18f4550']],
  ['½ inch', ['1/2"']],
  ['13-inch lid', ['13"', 'lid']],
  ['13″', ['13"']],
  ['1½', ['1-1/2']],
  ['1 1/2 in', ['1-1/2"']],
  ['1,5 mm', ['1,5', 'mm']],
  ['1, 5', ['1', '5']],
  ['C++, C#', ['C++', 'C#']],
  ['4" x 4" x 1/4"', ['4x4x1/4']],
])('%s is read as %j', (typed, words) => expect(tokensOf(typed, 'en').tokens.map((token) => token.typed)).toEqual(words))

test('the sign of an inch opens no quotation', () => {
  expect(tokensOf('13" screen', 'en').quoted).toEqual([])
  expect(tokensOf('2"x6"', 'en').quoted).toEqual([])
  expect(tokensOf('"lid 13" hinge', 'en').quoted).toEqual(['lid 13'])
})

test('a page that has every word comes before any that lacks one with a digit in it, wherever the words stand', () => {
  const page = (id: string, without: string[]) => ({ at: 0, id, score: 0, covered: 1, evidence: [], hasWord: true, without, stands: [] })
  const ranked = [page('titled', ['no3']), page('wordless', ['part']), page('complete', []), page('last', ['no3'])]
  expect(numberedFirst(ranked).map(({ id }) => id)).toEqual(['wordless', 'complete', 'titled', 'last'])
})
