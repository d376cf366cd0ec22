import { describe, expect, test } from 'vitest'
import { guideOf } from '../documents.ts'
import { searchForAll } from '../opened.ts'

const guide = (id: number, title: string, text: string, lang = 'ja') => guideOf(id, title, text, lang)

const site = searchForAll(
  [
    guide(1, '電気ケトルの水あかを落とす', 'ケトルのふたを開けます。'),
    guide(2, 'ミシンの掃除', '糸を外します。'),
    guide(3, '自転車', 'チェーンを外します。ねじを締める。'),
    guide(4, 'ﾄｰｽﾀｰのレバー', 'もどらない。'),
    guide(5, 'バッテリーの交換', 'パーツをはずす。'),
    guide(6, 'ハーツ', 'かきのからをはずす。'),
  ],
  'ja',
)

test.each([
  ['電気ケトルの水あかを落とす', ['ケトルのふた', 'ｹﾄﾙ']],
  ['トースターのレバー', ['トースター']],
])('%s is found, also in letters of half the width: %j', async (title, texts) => {
  for (const text of texts) expect((await site.find(text))[0], text).toMatchObject({ title, missingWords: [], synonyms: [] })
})

test.each([
  ['バッテリー', ['バッテリーの交換']],
  ['ﾊﾞｯﾃﾘｰ', ['バッテリーの交換']],
  ['パーツ', ['バッテリーの交換']],
  ['バーツ', []],
  ['ハーツ', ['ハーツ']],
  ['かき', ['ハーツ']],
  ['がき', []],
])('a mark makes another letter: %s finds %j', async (typed, titles) => {
  expect((await site.find(typed)).filter(({ missingWords }) => missingWords.length === 0).map(({ title }) => title)).toEqual(titles)
})

describe('a whole question', () => {
  test.each([
    ['ケトルのふたがしまらないのですがどうやって直せばいいですか', '電気ケトルの水あかを落とす'],
    ['自転車のチェーンの外し方を教えてください', '自転車'],
    ['ミシンの掃除はどうすればよいのでしょうか', 'ミシンの掃除'],
  ])('finds what it is about, and none of its fillers is missed: %s', async (typed, title) => {
    const [first] = await site.find(typed)
    expect([first?.title, first?.missingWords]).toEqual([title, []])
  })

  test('says what is missing of what it is about', async () => {
    const found = await site.find('自転車のバッテリーを教えてください')
    expect(found[0]).toMatchObject({ title: '自転車', missingWords: ['バッテリー'] })
  })
})
