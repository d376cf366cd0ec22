import { describe, expect, test } from 'vitest'
import { tokensOf } from '../../../src/search/page/plan/terms.ts'
import { documentOf, guideOf as guide } from '../documents.ts'
import { queryOf, searchForAll } from '../opened.ts'

const japanese = searchForAll(
  [
    guide(1, '電気ケトルの水あかを落とす', 'ケトルのふたを開けます。', 'ja'),
    guide(2, 'ミシンの掃除', '糸を外します。', 'ja'),
    guide(3, '自転車', 'チェーンを外します。ねじを締める。', 'ja'),
    guide(4, 'ﾄｰｽﾀｰのレバー', 'もどらない。', 'ja'),
    guide(5, 'バッテリーの交換', 'パーツをはずす。', 'ja'),
    guide(6, 'ハーツ', 'かきのからをはずす。', 'ja'),
  ],
  'ja',
)

test.each([
  ['電気ケトルの水あかを落とす', ['ケトルのふた', 'ｹﾄﾙ']],
  ['トースターのレバー', ['トースター']],
])('%s is found, also in half-width letters: %j', async (title, texts) => {
  for (const text of texts) expect((await japanese.find(text))[0], text).toMatchObject({ title, missingWords: [], synonyms: [] })
})

test.each([
  ['バッテリー', ['バッテリーの交換']],
  ['ﾊﾞｯﾃﾘｰ', ['バッテリーの交換']],
  ['パーツ', ['バッテリーの交換']],
  ['バーツ', []],
  ['ハーツ', ['ハーツ']],
  ['かき', ['ハーツ']],
  ['がき', []],
])('a diacritic makes another letter: %s finds %j', async (typed, titles) => {
  expect((await japanese.find(typed)).filter(({ missingWords }) => missingWords.length === 0).map(({ title }) => title)).toEqual(titles)
})

describe('a whole question', () => {
  test.each([
    ['ケトルのふたがしまらないのですがどうやって直せばいいですか', '電気ケトルの水あかを落とす'],
    ['自転車のチェーンの外し方を教えてください', '自転車'],
    ['ミシンの掃除はどうすればよいのでしょうか', 'ミシンの掃除'],
  ])('finds its subject, and no filler is listed as missing: %s', async (typed, title) => {
    const [first] = await japanese.find(typed)
    expect([first?.title, first?.missingWords]).toEqual([title, []])
  })

  test('lists what is missing of its subject', async () => {
    const found = await japanese.find('自転車のバッテリーを教えてください')
    expect(found[0]).toMatchObject({ title: '自転車', missingWords: ['バッテリー'] })
  })
})

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
  ])('finds %s in any spelling: %j', async (title, texts) => {
    for (const text of texts) expect((await site.find(text))[0], text).toMatchObject({ title, missingWords: [] })
  })

  test('of a model that the site lacks finds the others, listed as missing', async () => {
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

test('an inch sign starts no quotation', () => {
  expect(tokensOf('13" screen', 'en').quoted).toEqual([])
  expect(tokensOf('2"x6"', 'en').quoted).toEqual([])
  expect(tokensOf('"lid 13" hinge', 'en').quoted).toEqual(['lid 13'])
})

const english = searchForAll([
  guide(6, 'V-Brake', 'Of a rim.'),
  guide(7, 'Rim brake', 'Of a wheel.'),
  guide(8, 'Frame', 'Hold it with a zip tie, not with a tie.'),
  guide(9, 'Press', 'Its cylinder is hydraulic.'),
  guide(10, 'Lift', 'A hydraulic one.'),
  guide(11, 'X Carriage', 'It moves the nozzle.'),
  guide(12, 'Make part nº3', 'Of plywood.'),
])
const german = searchForAll(
  [
    guide(1, 'Battery Replacement', 'Take the battery out.'),
    guide(2, 'Laptopakku wechseln', 'Er ist leer.', 'de'),
    guide(3, 'Telefon', 'Der Akku ist leer.', 'de'),
  ],
  'de',
)

test.each([
  ['zip-tie', 'Frame'],
  ['hydrauli', 'Lift'],
  ['X-carriage', 'X Carriage'],
  ['nº3', 'Make part nº3'],
])('%s is found as it is, or as what it begins or consists of', async (typed, title) => {
  const found = await english.engine.search(queryOf(typed))
  expect([(await found.next(1))[0], found.unknown]).toMatchObject([{ title, missingWords: [] }, []])
})

describe('the note on a result', () => {
  test('is empty if the page has the word itself, in part, or with a hyphen', async () => {
    expect((await english.find('v brake')).find(({ title }) => title === 'V-Brake')).toMatchObject({ synonyms: [], missingWords: [] })
    for (const title of ['Laptopakku wechseln', 'Telefon'])
      expect((await german.find('Akku leer')).find((hit) => hit.title === title)).toMatchObject({ synonyms: [], missingWords: [] })
  })
})
