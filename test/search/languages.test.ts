import { describe, expect, test } from 'vitest'
import type { SearchDocument } from '../../src/search/document.ts'
import { sentenceWhy } from '../../src/search/page/view/hit-view.ts'
import { readQuery } from '../../src/search/page/query.ts'
import { wordsForBrowser, wordsInBrowser } from '../../src/words/browser.ts'
import { wordsOf } from '../../src/words/words.ts'
import { documentOf } from './documents.ts'
import { searchForAll } from './opened.ts'

const translation = (lang: string, path: string, title: string, text: string): SearchDocument =>
  documentOf(path, title, { lang, isTranslation: true, text })

const DOCUMENTS = [
  documentOf('/guide/1/', 'Descale a Brindle kettle', { translatedInto: ['de', 'ja'], text: 'Citric acid in the Brindle.' }),
  documentOf('/guide/2/', 'Open a Brindle toaster', { text: 'Pull the plug of the Brindle.' }),
  documentOf('/guide/3/', 'Brindle Nähmaschine ölen', { lang: 'de', text: 'Ein Tropfen an jedem Gelenk der Brindle.' }),
  translation('de', '/guide/1/', 'Brindle-Wasserkocher entkalken', 'Die Schrauben lösen. Zitronensäure in den Brindle.'),
  translation(
    'ja',
    '/guide/1/',
    'Brindle 電気ケトルの水あかを落とす',
    '沸騰させずに温めたクエン酸なら、一年分の水あかが三十分で落ちます。ガベージコレクションとは違います。',
  ),
  translation('ja', '/category/k/', '新幹線', '新しい道路と線路。'),
  translation('ar', '/guide/1/', 'بطارية', 'أخرج بطارية الهاتف.'),
  translation('ar', '/guide/2/', 'استبدال البطارية', 'الشاشة مكسورة.'),
  translation('zh', '/guide/2/', '更换电池', '先断开电源，再用螺丝刀拧下四颗螺丝，然后取出旧电池。'),
]

const site = searchForAll(DOCUMENTS)

async function ask(lang: string, query: string, ownOnly = false) {
  const engine = await site.engineIn(lang, ownOnly)
  await engine.loadCounts()
  const answer = await engine.search(readQuery(query))
  const hits = await answer.next(100)
  return { total: answer.total, counts: answer.counts, hits, paths: hits.map(({ href }) => href.slice(site.url.length - 1)).sort() }
}

describe('a search finds each record once', () => {
  test('in the source language: its source texts', async () => {
    expect((await ask('en', '?q=Brindle')).paths).toEqual(['/guide/1/', '/guide/2/', '/guide/3/'])
  })

  test('in another: its translations, and the rest in the source language, all among its own pages', async () => {
    const { paths, hits } = await ask('de', '?q=Brindle')
    expect(paths).toEqual(['/de/guide/1/', '/de/guide/2/', '/de/guide/3/'])
    expect(hits.find(({ href }) => href.endsWith('/de/guide/1/'))).toMatchObject({ title: 'Brindle-Wasserkocher entkalken', lang: 'de' })
    expect(hits.find(({ href }) => href.endsWith('/guide/2/'))).toMatchObject({ lang: 'en' })
  })

  test('in one without any translation: all in the source language', async () => {
    expect((await ask('fr', '?q=Brindle')).total).toBe(3)
  })

  test('in one that omits untranslated pages: only translations', async () => {
    expect((await ask('de', '?q=Brindle', true)).paths).toEqual(['/de/guide/1/'])
  })

  test('and counts it once', async () => {
    const { counts } = await ask('de', '')
    expect(counts.language).toEqual({ de: 2, en: 1 })
  })
})

test.each([
  ['بطارية', ['/ar/guide/1/', '/ar/guide/2/']],
  ['البطارية', ['/ar/guide/1/', '/ar/guide/2/']],
  ['والشاشة', ['/ar/guide/2/']],
])('an Arabic word is found with its article and without: %s', async (typed, paths) => {
  expect((await ask('ar', `?q=${typed}`)).paths).toEqual(paths)
})

test.each(['更换电池', '更換電池', '更換', '螺絲刀'])('Chinese is found in either script: %s', async (typed) => {
  expect((await ask('zh', `?q=${typed}`)).paths).toEqual(['/zh/guide/2/'])
})

test('each language has its own word stems', async () => {
  expect((await ask('de', '?q=Schraube')).paths).toEqual(['/de/guide/1/'])
})

test.each([
  ['ja', '/ja/guide/1/', ['水あか', 'クエン酸', '三十分', 'ガベージコレクション', 'コレクション 水あか', '酸', 'brindle電気']],
  ['ja', '/ja/category/k/', ['新幹線']],
  ['zh', '/zh/guide/2/', ['螺丝刀', '旧电池', '断开电源']],
])('in %s, %s is found by words in the middle of a sentence: %j', async (lang, path, texts) => {
  for (const text of texts) {
    const { paths, hits } = await ask(lang, `?q=${encodeURIComponent(text)}`)
    expect(paths[0], text).toBe(path)
    expect(hits[0]?.title).not.toMatch(/[\p{Script=Han}\p{Script=Katakana}] /u)
  }
})

test('a text that no page contains is not found, though some have its characters', async () => {
  expect((await ask('zh', `?q=${encodeURIComponent('电视机')}`)).total).toBe(0)
})

test('an excerpt reads like the text, with the query marked', async () => {
  const { hits } = await ask('ja', `?q=${encodeURIComponent('水あか')}`)
  expect(hits[0]?.excerpt).toContain('一年分の<mark>水あか</mark>が三十分で落ちます。')
})

test.each([
  ['en', 'also: lid, cap · without: seal, ring'],
  ['ar', 'أيضًا: lid، cap · بدون: seal، ring'],
  ['ja', '同義語：lid、cap · 含まない語：seal、ring'],
])('the reason for a result is in the words and with the commas of %s', (lang, why) => {
  const words = wordsInBrowser(wordsForBrowser(wordsOf(lang)))
  expect(sentenceWhy({ missingWords: ['seal', 'ring'], synonyms: ['lid', 'cap'] }, words)).toBe(why)
})
