import { describe, expect, test } from 'vitest'
import { tokensOf } from '../../../src/search/page/plan/tokens.ts'
import { documentOf } from '../documents.ts'
import { searchForAll } from '../opened.ts'

const site = searchForAll([
  documentOf('/guide/1/', 'Fennel Phone 2 battery', { text: 'Five minutes, 3 screws.' }),
  documentOf('/guide/2/', 'Fennel Phone 3 battery', { text: 'Six minutes.' }),
  documentOf('/guide/3/', 'Wheel', { text: 'Bolt M6 x 35 with washers.' }),
  documentOf('/guide/7/', 'Axle', { text: 'Bolt M8 × 40 with washers.' }),
  documentOf('/guide/4/', 'Hex keys', { text: 'One of 4 mm is enough.' }),
  documentOf('/guide/5/', 'Nut', { text: 'Take a 1/2" nut.' }),
  documentOf('/guide/8/', 'Capacitor', { text: 'Another of 10µF and 25 V.' }),
  documentOf('/guide/9/', 'Coil', { text: 'One of 2.2 μH.' }),
  documentOf('/guide/10/', 'Price', { text: 'It costs 1,000.50 in all.' }),
  documentOf('/guide/11/', 'System', { text: 'Install 17.0.1 first.' }),
  documentOf('/guide/6/', 'X-90+ Battery', { text: 'Of lithium.' }),
])

describe('a number', () => {
  test.each([
    ['Fennel Phone 3 battery', ['fennel 3 battery', 'fennel phone3']],
    ['Wheel', ['M6 x 35', 'm6x35']],
    ['Axle', ['M8 × 40', 'M8x40', 'm8×40']],
    ['Hex keys', ['4 mm hex key', '4mm hex key']],
    ['Capacitor', ['10uF', '10UF', '10µF', '10μF', '10 uF', '10 µF']],
    ['Coil', ['2.2uH', '2.2 uH', '2.2µH', '2.2 μH']],
    ['Price', ['1000.50', '1,000.50']],
    ['System', ['17.0', '17.0.1']],
    ['Nut', ['1/2" nut', '1/2"']],
    ['X-90+ Battery', ['X-90+', 'x90']],
  ])('finds %s as it was typed: %j', async (title, texts) => {
    for (const text of texts) expect((await site.find(text))[0], text).toMatchObject({ title, missingWords: [] })
  })

  test('of a model that the site lacks finds the others, and says so', async () => {
    expect((await site.find('fennel phone 13'))[0]?.missingWords).toEqual(['13'])
  })
})

test.each([
  ['kettle_lid', ['kettle', 'lid']],
  ['kettle%20lid', ['kettle', 'lid']],
  ['kettle\u200Blid', ['kettle', 'lid']],
  ['ﾁｪｰﾝ', ['チェーン']],
  ['1,5 mm', ['1,5', 'mm']],
  ['1, 5', ['1', '5']],
])('%s is read as %j', (typed, words) => expect(tokensOf(typed, 'en').tokens.map((token) => token.typed)).toEqual(words))

test('the sign of an inch opens no quotation', () => {
  expect(tokensOf('13" screen', 'en').quoted).toEqual([])
  expect(tokensOf('2"x6"', 'en').quoted).toEqual([])
  expect(tokensOf('"lid 13" hinge', 'en').quoted).toEqual(['lid 13'])
})
