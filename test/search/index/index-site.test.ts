import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { SearchDocument } from '../../../src/search/document.ts'
import { makeIndex } from '../../../src/search/index/index-site.ts'
import { temporaryFolder } from '../../cache/small-cache.ts'
import { differing, siteFiles } from '../../site-files.ts'
import { documentOf, stream } from '../documents.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

const DOCUMENTS = Array.from({ length: 20 }, (_, at) =>
  documentOf(`/guide/${at}/`, `Kettle ${at}`, {
    modified: 1000 - at,
    text: `Boil ${at} litres of water.`,
    filters: {
      kind: at % 2 ? 'guide' : 'category',
      type: 'repair',
      difficulty: 'easy',
      category: [`C${at}`, 'Kitchen, all of it'],
      tag: ['a: b', `t${at % 7}`],
    },
  }),
)

test('the same documents in the same order give the same bytes', async () => {
  await makeIndex(stream(DOCUMENTS), join(folder, 'a'))
  await makeIndex(stream(DOCUMENTS), join(folder, 'b'))
  expect(differing(await siteFiles(join(folder, 'a')), await siteFiles(join(folder, 'b')))).toEqual([])
})

test('each language has its own index, in parts if it is large, and its program once', async () => {
  const german = documentOf('/guide/90/', 'Wasserkocher', { lang: 'de' })
  const seen: number[] = []
  const made = await makeIndex(stream([...DOCUMENTS, german]), folder, {
    shard: { pages: 8, words: 1e9 },
    onProgress: (pages) => seen.push(pages),
  })
  expect(made.pages).toHaveLength(21)
  expect(seen).toEqual(Array.from({ length: 21 }, (_, at) => at + 1))
  expect(JSON.parse(await readFile(join(folder, 'pagefind/indexes.json'), 'utf8'))).toEqual([
    { lang: 'en', isTranslation: false, folder: '', pages: 8, heads: expect.stringMatching(/^[0-9a-f]{10}\.pf_meta$/) as string },
    { lang: 'en', isTranslation: false, folder: 'en-2/', pages: 8 },
    { lang: 'en', isTranslation: false, folder: 'en-3/', pages: 4 },
    { lang: 'de', isTranslation: false, folder: 'de-1/', pages: 1 },
  ])
  const programs = (await readdir(join(folder, 'pagefind'), { recursive: true })).filter((path) => path.includes('wasm.'))
  expect(programs.sort()).toEqual(['wasm.de.pagefind', 'wasm.en.pagefind', 'wasm.unknown.pagefind'])
})

test('many pages are stored in few files', async () => {
  const { known, pages } = await makeIndex(stream(DOCUMENTS), folder, { shard: { pages: 12, words: Infinity } })
  expect([pages.length, known.entries.length]).toEqual([20, 2])
  const files = (await readdir(join(folder, 'pagefind'), { recursive: true })).filter((path) => path.endsWith('.pf_fragment'))
  expect(files).toHaveLength(2)
})

test('files of an earlier index are removed', async () => {
  await makeIndex(stream(DOCUMENTS), folder, { shard: { pages: 5, words: 1e9 } })
  await makeIndex(stream(DOCUMENTS.slice(0, 3)), folder)
  expect(await readdir(join(folder, 'pagefind'))).not.toContain('en-2')
})

test('pages with hardly a word, or with half a character, are indexed', async () => {
  const odd = [
    documentOf('/guide/1/', 'Kettle', { text: '…' }),
    documentOf('/guide/2/', '???'),
    documentOf('/guide/3/', 'Half \ud800', { text: '\udfff' }),
    documentOf('/guide/4/', '–', { sections: [{ anchor: 'step-1', title: '–', text: 'Boil' }] }),
  ]
  expect((await makeIndex(stream(odd), folder)).pages).toHaveLength(4)
})

test('a site without pages has an empty list of indexes', async () => {
  expect(await makeIndex(stream([]), folder)).toMatchObject({ pages: [], known: { entries: [] } })
  expect(await readFile(join(folder, 'pagefind/indexes.json'), 'utf8')).toBe('[]\n')
})

const bad: [string, SearchDocument[], RegExp][] = [
  ['without a title', [documentOf('/guide/1/', ' ')], /The page \/guide\/1\/ cannot go into the search index: it has no title\./],
  ['with a path that is none', [documentOf('guide/1', 'Kettle')], /The page guide\/1 .*its path does not start with a slash/],
  ['without a language', [documentOf('/guide/1/', 'Kettle', { lang: '' })], /names no language/],
  [
    'that comes twice',
    [documentOf('/guide/1/', 'Kettle'), documentOf('/guide/1/', 'Toaster')],
    /\/guide\/1\/ was given to the search index twice/,
  ],
]
test.each(bad)('a page %s is refused with an error', async (_, documents, sentence) => {
  const made = makeIndex(stream(documents), folder)
  await expect(made).rejects.toThrow(sentence)
  await expect(made).rejects.toMatchObject({ code: 'ERR_SEARCH_INDEX' })
  await expect(makeIndex(stream(DOCUMENTS), folder)).resolves.toMatchObject({ pages: { length: 20 } })
})

test('a folder that is not writable gives an error', async () => {
  await expect(makeIndex(stream(DOCUMENTS), '/dev/null/site')).rejects.toThrow(/\/dev\/null\/site/)
})
