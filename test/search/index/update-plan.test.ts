import { expect, test } from 'vitest'
import type { KnownEntry } from '../../../src/search/index/index-maker.ts'
import { shardsOf } from '../../../src/search/index/shards.ts'
import { UPDATE_LIMITS } from '../../../src/search/index/sizes.ts'
import { planUpdate } from '../../../src/search/index/update-plan.ts'
import { documentOf, stream } from '../documents.ts'

const like = (lang = 'en') => ({ lang, isTranslation: false })
const entry = (folder: string, pages: number, kind: 'large' | 'recent' = 'large', lang = 'en'): KnownEntry => ({
  ...like(lang),
  folder,
  pages,
  isRecent: kind === 'recent',
})
const pagesIn = (folder: string, count: number, lang = 'en') => Array.from({ length: count }, () => ({ ...like(lang), folder }))
const fresh = (count: number, lang = 'en') => Array.from({ length: count }, () => like(lang))
const plan = (entries: KnownEntry[], kept: ReturnType<typeof pagesIn>, documents: ReturnType<typeof fresh> = []) =>
  planUpdate({ entries, kept, documents }, UPDATE_LIMITS)

const LARGE = [entry('', 6000), entry('en-2/', 4000)]
const LARGE_PAGES = [...pagesIn('', 5990), ...pagesIn('en-2/', 3990)]

test('large indexes are kept, and new pages get a separate one', () => {
  expect(plan(LARGE, LARGE_PAGES, fresh(20))).toEqual({ remade: new Set() })
})

test("the next night it also takes that night's new pages, until it is full", () => {
  const entries = [...LARGE, entry('en-3/', 150, 'recent')]
  const pages = [...LARGE_PAGES, ...pagesIn('en-3/', 150)]
  expect(plan(entries, pages, fresh(20))).toEqual({ remade: new Set(['en-3/']) })
  expect(plan(entries, pages, fresh(60))).toEqual({ remade: new Set() })
})

test('an index without remaining pages is removed, with or without new pages', () => {
  const entries = [...LARGE, entry('en-3/', 5, 'recent'), entry('en-4/', 7, 'recent')]
  const pages = [...LARGE_PAGES, ...pagesIn('en-4/', 7)]
  expect(plan(entries, pages)).toEqual({ remade: new Set(['en-3/']) })
  expect(plan(entries, pages, fresh(1))).toEqual({ remade: new Set(['en-3/', 'en-4/']) })
})

test('for a language with few pages, all its indexes are rebuilt, and no others', () => {
  const entries = [...LARGE, entry('de-1/', 30, 'large', 'de')]
  expect(plan(entries, [...LARGE_PAGES, ...pagesIn('de-1/', 30, 'de')], fresh(2, 'de'))).toEqual({ remade: new Set(['de-1/']) })
  expect(plan(entries, [...LARGE_PAGES, ...pagesIn('de-1/', 29, 'de')])).toEqual({ remade: new Set(['de-1/']) })
  expect(plan(entries, [...LARGE_PAGES, ...pagesIn('de-1/', 30, 'de')], fresh(2, 'fr'))).toEqual({ remade: new Set() })
})

test('a site with few pages in every language is indexed as a whole, also if made from shards', () => {
  expect(plan([entry('', 1010)], pagesIn('', 999))).toEqual({ whole: '' })
  const ofShards = [entry('1-first/', 30), entry('2-first/', 20), entry('2-de-1/', 900, 'large', 'de')]
  expect(plan(ofShards, [...pagesIn('1-first/', 30), ...pagesIn('2-first/', 20), ...pagesIn('2-de-1/', 900, 'de')])).toEqual({ whole: '' })
})

test('the whole index is rebuilt, with a message, if a tenth is gone or recent, or the recent parts are full', () => {
  expect(plan(LARGE, [...pagesIn('', 5500), ...pagesIn('en-2/', 3600)], fresh(20))).toEqual({
    whole: 'The search index is rebuilt, since 920 of its pages are gone or in recent parts.',
  })
  const large = [entry('', 20_000), entry('en-2/', 20_000)]
  const recent = Array.from({ length: 6 }, (_, at) => entry(`en-${at + 3}/`, 190, 'recent'))
  const pages = [...large, ...recent].flatMap(({ folder, pages }) => pagesIn(folder, pages))
  expect(plan([...large, ...recent], pages, fresh(20))).toEqual({
    whole: 'The search index is rebuilt, since its 6 recent parts are full.',
  })
  expect(plan([...large, ...recent], pages, fresh(5))).toEqual({ remade: new Set(['en-3/']) })
})

const documents = (count: number, lang = 'en') => Array.from({ length: count }, (_, at) => documentOf(`/guide/${at}/`, `${at}`, { lang }))

test('documents fill one part after the other', async () => {
  const parts = await Array.fromAsync(shardsOf(stream(documents(47)), { pages: 25, words: Infinity }))
  expect(parts).toEqual([documents(25), documents(47).slice(25)])
})

test.each([
  ['', 'en', 100],
  [' that leave no spaces', 'ja', 600],
])('a part has the maximum number of words%s', async (_, lang, words) => {
  const long = documents(30, lang).map((document) => ({ ...document, text: 'words '.repeat(10) }))
  const parts = await Array.fromAsync(shardsOf(stream(long), { pages: 25, words }))
  expect(parts.map(({ length }) => length)).toEqual([10, 10, 10])
})

test('languages, and translations into one, have separate parts', async () => {
  const mixed = [...documents(2), ...documents(2, 'de'), documentOf('/guide/0/', '0', { lang: 'de', isTranslation: true }), ...documents(1)]
  const parts = await Array.fromAsync(shardsOf(stream(mixed), { pages: 25, words: Infinity }))
  expect(parts.map((some) => some.map(({ lang, isTranslation }) => `${lang} ${isTranslation}`))).toEqual([
    ['en false', 'en false', 'en false'],
    ['de false', 'de false'],
    ['de true'],
  ])
})
