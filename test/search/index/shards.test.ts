import { expect, test } from 'vitest'
import { shardsOf } from '../../../src/search/index/shards.ts'
import { documentOf, stream } from '../documents.ts'

const documents = (count: number, lang = 'en') => Array.from({ length: count }, (_, at) => documentOf(`/guide/${at}/`, `${at}`, { lang }))

test('documents fill one part after the other', async () => {
  const parts = await Array.fromAsync(shardsOf(stream(documents(47)), { pages: 25, words: Infinity }))
  expect(parts).toEqual([documents(25), documents(47).slice(25)])
})

test.each([
  ['', 'en', 100],
  [' that leave no spaces', 'ja', 600],
])('a part has as many words as it may%s', async (_, lang, words) => {
  const long = documents(30, lang).map((document) => ({ ...document, text: 'words '.repeat(10) }))
  const parts = await Array.fromAsync(shardsOf(stream(long), { pages: 25, words }))
  expect(parts.map(({ length }) => length)).toEqual([10, 10, 10])
})

test('languages, and translations into one, have parts of their own', async () => {
  const mixed = [...documents(2), ...documents(2, 'de'), documentOf('/guide/0/', '0', { lang: 'de', isTranslation: true }), ...documents(1)]
  const parts = await Array.fromAsync(shardsOf(stream(mixed), { pages: 25, words: Infinity }))
  expect(parts.map((some) => some.map(({ lang, isTranslation }) => `${lang} ${isTranslation}`))).toEqual([
    ['en false', 'en false', 'en false'],
    ['de false', 'de false'],
    ['de true'],
  ])
})
