import { describe, expect, test } from 'vitest'
import { ask, record, serve } from './peer.ts'

const step = (text: string) => ({ title: '', lines: [{ text_raw: text }] })
const guide = (guideid: number, rest: object, lang?: string) => record('guide', guideid, { guideid, ...rest }, lang)
const wiki = (title: string, rest: object, lang?: string) =>
  record('wiki', `CATEGORY/${title}`, { title, namespace: 'CATEGORY', ...rest }, lang)

const small = {
  manifest: { translations: ['de', 'ja'] },
  records: [
    guide(1, { steps: [step('Undo the <b>grommet</b> at https://gromulus.example/x &amp; lift.')], conclusion_raw: 'Sweep the crumbs.' }),
    guide(
      1,
      { langid: 'de', title: 'Deckel eines Kessels', locale: 'de', summary: 'Kurz.', steps: [step('Die Durchführungstülle lösen.')] },
      'de',
    ),
    guide(1, { langid: 'ja', title: 'やかんの蓋', steps: [step('ゴムを外す')] }, 'ja'),
    guide(2, { steps: [step('The grommet again, and the grommet, and a spring.')], tools: [{ text: 'Spudger' }] }),
    guide(3, { public: false, steps: [step('A grommet that nobody may see.')] }),
    wiki('Kettle', { contents_raw: 'Its grommet is of rubber.', info: [{ name: 'Power', value: 'Kilowattish' }] }),
    wiki('Kettle', { langid: 'de', display_title: 'Wasserkessel', contents_raw: 'Gummitülle' }, 'de'),
    wiki('Pot', { contents_raw: 'No such thing.' }),
    record('hierarchy', '', { hierarchy: { Kettle: { 'Kettle 2': null }, Toaster: null }, display_titles: { Kettle: 'Kettles' } }),
  ],
  lists: {
    guides: [
      { dataType: 'guide', guideid: 1, title: 'Kettle Lid', type: 'repair', category: 'Kettle 2', summary: 'Short.', public: true },
      { dataType: 'guide', guideid: 2, title: 'Toaster Apart', type: 'teardown', category: 'Toaster', public: true },
      { dataType: 'guide', guideid: 3, title: 'Secret', type: 'repair', category: 'Kettle', public: false },
    ],
    'wikis-CATEGORY': [
      { dataType: 'wiki', wikiid: 5, title: 'Kettle', display_title: 'Kettles', summary: '' },
      { dataType: 'wiki', wikiid: 6, title: 'Pot', display_title: 'Pot', summary: '' },
    ],
  },
}
const service = () => serve(small)

interface Envelope {
  totalResults: number
  results: { guideid?: number; wikiid?: number; title: string; display_title?: string; summary?: string }[]
}
const search = async (path: string) => (await ask(await service(), path)).body as Envelope
const found = async (path: string) => {
  const { totalResults, results } = await search(path)
  expect(totalResults).toBe(results.length)
  return results.map(({ guideid, wikiid }) => guideid ?? -(wikiid ?? 0)).toSorted((a, b) => a - b)
}

describe('a search finds', () => {
  test.for([
    ['grommet', [-5, 1, 2]],
    ['spring', [2]],
    ['crumbs', [1]],
    ['spudger', [2]],
    ['kilowattish', [-5]],
    ['kettle%20grommet', [-5, 1]],
    ['durchfuhrungstulle', [1]],
    ['Gummitülle', [-5]],
    ['wasserkessel', [-5]],
    ['ゴム', [1]],
    ['gromulus', []],
    ['nobody%20may%20see', []],
  ] as const)('%s in a step, a text or a translation: %o', async ([words, ids]) => {
    const held = (await search(`/search/${words}`)).results.map(({ guideid, wikiid }) => guideid ?? -(wikiid ?? 0))
    expect(held.toSorted((a, b) => a - b).filter((id) => ids.length > 0 || id === 3)).toEqual(ids)
  })

  test('texts with more occurrences first, but after titles', async () => {
    expect((await search('/search/grommet?filter=guide')).results.map(({ guideid }) => guideid)).toEqual([2, 1])
    expect((await search('/search/toaster')).results[0]?.guideid).toBe(2)
  })

  test.for([
    ['?filter=guide', [1, 2]],
    ['?filter=teardown', [2]],
    ['?filter=category', [-5]],
    ['?filter=question', []],
    ['?filter=question,category', [-5]],
    ['?filter=guide,category', [-5, 1, 2]],
    ['?doctypes=device', [-5]],
    ['?doctypes=guide,device', [-5, 1, 2]],
    ['?doctypes=all', [-5, 1, 2]],
    ['?doctypes=story', []],
    ['?doctypes=guide&filter=teardown', [2]],
    ['?doctypes=category&filter=guide', []],
    ['?guideDevice=Kettle', [1]],
    ['?guideDevice=Kettles', [1]],
    ['?guideDevice=Kettle_2&filter=guide', [1]],
    ['?guideDevice=Toaster&filter=category', []],
    ['?guideDevice=Nothing', []],
    ['?guideDevice=Toaster&filter=teardown&doctypes=guide&langid=de', [2]],
  ] as const)('what %s leaves: %o', async ([query, ids]) => {
    expect(await found(`/search/grommet${query}`)).toEqual(ids)
    if (!query.includes('filter')) expect(await found(`/suggest/grommet${query}`)).toEqual(ids)
  })

  test('in one language, records in it and untranslated ones, with the titles of that language', async () => {
    expect(await found('/search/durchführungstülle?langid=de')).toEqual([1])
    expect(await found('/search/durchführungstülle?langid=ja')).toEqual([])
    expect(await found('/search/grommet?langid=de')).toEqual([2])
    expect(await found('/search/ゴム?langid=jp')).toEqual([1])
    expect((await search('/search/durchführungstülle?langid=de')).results).toMatchObject([
      { title: 'Deckel eines Kessels', summary: 'Kurz.', locale: 'de' },
    ])
    expect((await search('/search/gummitülle?langid=de')).results).toMatchObject([{ title: 'Kettle', display_title: 'Wasserkessel' }])
    expect((await search('/search/deckel%20eines%20kessels')).results[0]).toMatchObject({ guideid: 1, title: 'Kettle Lid' })
  })

  test('each record once, even if it matches in several languages', async () => {
    expect(await found('/search/kettle?filter=category')).toEqual([-5])
    expect((await search('/search/kettle?limit=1')).totalResults).toBe(2)
  })
})

test('at most ten suggestions', async () => {
  const many = await serve({ lists: { guides: Array.from({ length: 30 }, (_, n) => ({ guideid: n + 1, title: `Kettle ${n}` })) } })
  for (const [query, count] of Object.entries({ '': 10, '?limit=200': 10, '?limit=3': 3 })) {
    const { results, totalResults } = (await ask(many, `/suggest/kett${query}`)).body as Envelope
    expect([results.length, totalResults]).toEqual([count, 30])
  }
})
