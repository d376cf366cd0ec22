import { expect, test } from 'vitest'
import { shardsOf } from '../../../src/search/index/shards.ts'
import { documentOf, stream } from '../documents.ts'

const documents = (count: number, lang = 'en') => Array.from({ length: count }, (_, at) => documentOf(`/guide/${at}/`, `${at}`, { lang }))
const titlesOf = async (parts: ReturnType<typeof shardsOf>): Promise<string[][]> =>
  (await Array.fromAsync(parts)).map((part) => part.map(({ title }) => title))

test.each([1, 4, 5, 9, 20, 41, 47])('%i documents fall into parts of like size, each once', async (count) => {
  const parts = await titlesOf(shardsOf(stream(documents(count)), 4))
  expect(parts.flat().toSorted((a, b) => Number(a) - Number(b))).toEqual(documents(count).map(({ title }) => title))
  const sizes = parts.slice(0, Math.floor(count / 20) * 5).map(({ length }) => length)
  expect(sizes).toEqual(sizes.map(() => 4))
  const last = parts.slice(sizes.length).map(({ length }) => length)
  expect(Math.max(0, ...last)).toBeLessThanOrEqual(4)
  if (last.length > 0) expect(Math.max(...last) - Math.min(...last)).toBeLessThanOrEqual(1)
})

test('what every second document says is in all parts', async () => {
  const parts = await titlesOf(shardsOf(stream(documents(8)), 4))
  expect(parts.map((part) => part.filter((title) => Number(title) % 2 === 0).length)).toEqual([2, 2])
})

test('languages, and translations into one, have parts of their own', async () => {
  const mixed = [...documents(2), ...documents(2, 'de'), documentOf('/guide/0/', '0', { lang: 'de', isTranslation: true }), ...documents(1)]
  const parts = await Array.fromAsync(shardsOf(stream(mixed), 4))
  expect(parts.map((part) => part.map(({ lang, isTranslation }) => `${lang} ${isTranslation}`))).toEqual([
    ['en false', 'en false', 'en false'],
    ['de false', 'de false'],
    ['de true'],
  ])
})
