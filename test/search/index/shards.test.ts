import { expect, test } from 'vitest'
import { shardsOf } from '../../../src/search/index/shards.ts'
import { documentOf, stream } from '../documents.ts'

const documents = (count: number, lang = 'en') => Array.from({ length: count }, (_, at) => documentOf(`/guide/${at}/`, `${at}`, { lang }))
const titlesOf = async (parts: ReturnType<typeof shardsOf>): Promise<string[][]> =>
  (await Array.fromAsync(parts)).map(({ documents }) => documents.map(({ title }) => title))

const LIMITS = { size: 4, large: { size: 6, words: Infinity } }

test.each([1, 4, 5, 9, 20])('%i documents fall into parts of like size, each once', async (count) => {
  const parts = await titlesOf(shardsOf(stream(documents(count)), LIMITS))
  expect(parts.flat().toSorted((a, b) => Number(a) - Number(b))).toEqual(documents(count).map(({ title }) => title))
  const sizes = parts.map(({ length }) => length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4)
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
})

test('many documents fill one large part after the other', async () => {
  const few = { size: 4, large: { size: 25, words: Infinity } }
  expect(await titlesOf(shardsOf(stream(documents(47)), few))).toEqual([
    documents(25).map(({ title }) => title),
    documents(47)
      .slice(25)
      .map(({ title }) => title),
  ])
})

test.each([
  ['', 'en', 100],
  [' that leave no spaces', 'ja', 600],
])('a large part has as many words as it may%s', async (_, lang, words) => {
  const long = documents(30, lang).map((document) => ({ ...document, text: 'words '.repeat(10) }))
  const parts = await titlesOf(shardsOf(stream(long), { size: 1, large: { size: 25, words } }))
  expect(parts.map(({ length }) => length)).toEqual([10, 10, 10])
})

test('what every second document says is in all parts', async () => {
  const parts = await titlesOf(shardsOf(stream(documents(8)), LIMITS))
  expect(parts.map((part) => part.filter((title) => Number(title) % 2 === 0).length)).toEqual([2, 2])
})

test('languages, and translations into one, have parts of their own', async () => {
  const mixed = [...documents(2), ...documents(2, 'de'), documentOf('/guide/0/', '0', { lang: 'de', isTranslation: true }), ...documents(1)]
  const parts = await Array.fromAsync(shardsOf(stream(mixed), LIMITS))
  expect(parts.map(({ documents }) => documents.map(({ lang, isTranslation }) => `${lang} ${isTranslation}`))).toEqual([
    ['en false', 'en false', 'en false'],
    ['de false', 'de false'],
    ['de true'],
  ])
})
