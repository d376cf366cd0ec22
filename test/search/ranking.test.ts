import { expect, test } from 'vitest'
import { SIZES } from '../../src/search/index/sizes.ts'
import { Lexicon } from '../../src/search/page/plan/lexicon.ts'
import type { TermFound } from '../../src/search/page/plan/evidence.ts'
import { rank } from '../../src/search/page/plan/rank.ts'
import type { Source } from '../../src/search/page/plan/source.ts'
import type { Found } from '../../src/search/pagefind-api.ts'
import { parseQuery } from '../../src/search/page/plan/terms.ts'
import { documentOf, ofKind } from './documents.ts'
import { searchForAll } from './opened.ts'

const KETTLES = Array.from({ length: 12 }, (_, at) =>
  documentOf(`/guide/${10 + at}/`, `Kettle part ${at}`, { text: 'Of the kettle. It has a base, and a fuse.' }),
)
const DOCUMENTS = [
  documentOf('/guide/1/', 'Descale it', { lead: 'Citric acid does it.', text: 'An hour in warm water.' }),
  documentOf('/guide/2/', 'Descaling with hydrochloric acid', {
    isArchived: true,
    lead: 'Take citric acid, and citric acid alone.',
    text: 'Citric acid.',
  }),
  documentOf('/guide/3/', 'Kettle base', { text: 'Turn it round.' }),
  documentOf('/guide/4/', 'Flash of a camera', { lead: 'Unscrew it.', text: 'Unscrew it.' }),
  documentOf('/guide/5/', 'Toaster lever', { text: 'The lever of a toaster.' }),
  documentOf('/guide/6/', 'Fuse', { text: 'The fuse protects the lead.' }),
  documentOf('/guide/7/', 'Finding the bench', { text: 'Where people find it.' }),
  documentOf('/category/bobbin/', 'Bobbin', { rank: 2, text: 'Wind it.', ...ofKind('category') }),
  documentOf('/guide/8/', 'Bobbin winding', { text: 'Wind it.' }),
  documentOf('/team/1/', 'Toaster Circle', { rank: 3, text: 'Team · Wednesdays.', ...ofKind('team') }),
  documentOf('/user/1/', 'Ada Wind', { rank: 3, text: '@adawind · Mends a kettle.', ...ofKind('user') }),
  ...KETTLES,
]

const site = searchForAll(DOCUMENTS, 'en', () => ({ shard: { pages: Math.min(8, SIZES.shard.pages), words: Infinity } }))

const SIGNS = ['in-line fuse', 'kettle/base', 'C++ (kettle)', "kettle's [base]", 'a\\b kettle', '-kettle-']
test.each(SIGNS)('punctuation is ignored: %s', async (text) => {
  expect((await site.titles(text))[0]).toMatch(/kettle|fuse/i)
})

test('an archived guide comes after a current one', async () => {
  expect(await site.titles('citric acid')).toEqual(['Descale it', 'Descaling with hydrochloric acid'])
})

test('two common words of the subject weigh more than one rare word', async () => {
  expect((await site.titles('unscrew kettle base'))[0]).toBe('Kettle base')
})

test('no single word removes the pages of another from the results', async () => {
  const found = await site.titles('kettle toaster')
  expect(found[0]).toBe('Toaster lever')
  expect(found.filter((title) => title.startsWith('Kettle'))).toHaveLength(13)
})

test('question words weigh little compared to their object', async () => {
  expect((await site.titles('where can i find the fuse'))[0]).toBe('Fuse')
})

test('synonyms of a weak word are only searched for if it is alone', () => {
  const synonyms = ['replace swap', 'kettle boiler'].map((group) => group.split(' '))
  const words = new Lexicon([{ ignored: ['the'], faint: ['replace'], synonyms }])
  const othersFor = (text: string) => parseQuery(text, words, 'en').terms.map(({ forms }) => forms.flatMap(({ synonym }) => synonym ?? []))
  expect(othersFor('replace kettle')).toEqual([[], ['boiler']])
  expect(othersFor('replace')).toEqual([['swap']])
})

test('a person or a team is found by its name, and comes last if only its text matches', async () => {
  expect((await site.titles('toaster circle team'))[0]).toBe('Toaster Circle')
  for (const text of ['ada wind', 'adawind']) expect((await site.titles(text))[0]).toBe('Ada Wind')
  expect((await site.titles('kettle')).at(-1)).toBe('Ada Wind')
})

const tag = (name: string) => documentOf(`/tag/${name}/`, name, { rank: 2, ...ofKind('tag') })

const search = searchForAll([
  tag('battery'),
  tag('quick win'),
  tag('kettle'),
  documentOf('/guide/1/', 'Phone Battery Replacement', { text: 'Warm the glue. '.repeat(60) }),
  documentOf('/guide/2/', 'Battery Care', { text: 'Charge it to the half. '.repeat(60) }),
  documentOf('/guide/3/', 'Descaling', { text: 'Fill the kettle with acid.' }),
  documentOf('/category/kettle/', 'Kettle', { rank: 2, ...ofKind('category') }),
])

test('the page of a tag is found by its name, whatever its guides are called', async () => {
  const [first] = await search.find('quick win')
  expect(first).toMatchObject({ href: expect.stringMatching(/\/tag\/quick win\/$/) as string, kind: 'tag', excerpt: '' })
})

test('a tag comes after guides and pages of the same name, though it matches exactly', async () => {
  for (const text of ['battery', 'Battery', 'batteries']) expect((await search.titles(text)).at(-1), text).toBe('battery')
  expect((await search.find('kettle'))[0]).toMatchObject({ kind: 'category' })
  expect((await search.titles('phone battery'))[0]).toBe('Phone Battery Replacement')
})

const workshop = searchForAll([
  documentOf('/item/washer/', 'M3 Washer', { rank: 2, text: 'A washer. Part of 40 guides.', ...ofKind('item') }),
  documentOf('/guide/20/', 'Fit the drawer', { text: 'Put a shim below it. Turn the drawer, and fit its front.' }),
])

test('a word in the text comes before its synonym in a title', async () => {
  expect(await workshop.titles('shim')).toEqual(['Fit the drawer', 'M3 Washer'])
})

test('a page with all words comes before one with the rarer of them in its title', () => {
  const term = { typed: '', word: '', forms: [], ignored: false, faint: false, open: false }
  const found = { quality: 1, inTitle: false, inPath: false, inLead: false, strength: 0, ways: new Set([undefined]), found: {} as Found }
  const terms: TermFound[] = [
    {
      term,
      weight: 0.55,
      known: true,
      pages: [new Map([['both', found] as const, ['title', { ...found, inTitle: true, strength: 1 }] as const])],
    },
    { term, weight: 0.45, known: true, pages: [new Map([['both', found]])] },
  ]
  const marks = [{ guide: new Set<string>(), minor: new Set<string>(), phraseShares: new Map<string, number>() }]
  const ranked = rank(terms, [{ weight: 1, placeOf: () => 0 } as Partial<Source> as Source], marks)
  expect(ranked.map(({ id }) => id)).toEqual(['both', 'title'])
})
