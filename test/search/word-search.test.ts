import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { serveSite, type Serving } from '../../src/publish/serve.ts'
import { fieldsOf, type Filters, type PagefindFactory, type PagefindModule, type SearchOptions } from '../../src/search/pagefind-api.ts'
import { makeIndex } from '../../src/search/index/index-site.ts'
import type { IndexEntry } from '../../src/search/index-list.ts'
import { BASE_PATH, indexFiles, loadHeads } from '../../src/search/pagefind/index-files.ts'
import { type Postings, postingsOf } from '../../src/search/pagefind/postings.ts'
import { type IndexPages, indexPages } from '../../src/search/page/engine/index-pages.ts'
import { isOneWord, wordSearch } from '../../src/search/page/engine/word-search.ts'
import { folderForAll } from '../folders.ts'
import { documentOf, stream } from './documents.ts'

const TEXTS = [
  'The kettle hums; kettles hum.',
  'Screws and screwdrivers, a screw.',
  'Füße und Fuß, Höhe, höher.',
  'Batteries: one battery, two batteries.',
]
const DOCUMENTS = Array.from({ length: 40 }, (_, at) =>
  documentOf(`/guide/${at}/`, at % 3 ? `Kettle screw ${at}` : `Battery of a café ${at}`, {
    breadcrumb: at % 4 ? 'Kitchen › Kettles' : 'Phones',
    lead: at % 5 ? '' : 'A tired battery.',
    text: TEXTS.filter((_, of) => at % (of + 2) === 0).join(' '),
    filters: { kind: at % 2 ? 'guide' : 'wiki', category: [`C${at % 3}`], tag: [] },
    sections: [{ anchor: 'step-1', title: 'Unscrew it', text: 'Undo the screw of the kettle, and the battery.' }],
  }),
)
const NO_FILTER: SearchOptions = { filters: {} }

const folder = folderForAll()
let site: Serving
let words: ReturnType<typeof wordSearch>
let pages: IndexPages
let pagefind: ReturnType<PagefindModule['createInstance']>
const asked: (string | null)[] = []
/** The beginnings of words that were looked for. */
const tried: string[] = []

beforeAll(async () => {
  site = await serveSite(folder, { base: '/', port: 0 })
  await makeIndex(stream(DOCUMENTS), folder)
  const { href } = pathToFileURL(join(folder, 'pagefind/pagefind.js'))
  const { default: program } = (await import(href)) as { default: PagefindFactory }
  const index = `${site.url}pagefind/`
  const [{ heads = '' } = {}] = JSON.parse(await readFile(join(folder, 'pagefind/indexes.json'), 'utf8')) as IndexEntry[]
  const head = (await loadHeads(index + heads)).get('')
  if (!head) throw new Error('The index has no head.')
  const files = indexFiles({ programs: index, folder: index, head, meanWords: head.words / DOCUMENTS.length, base: '/', lang: 'und' })
  pagefind = program(files.fetch, { currentScript: null }).createInstance({
    basePath: BASE_PATH,
    baseUrl: '/',
    noWorker: true,
    ranking: { metaWeights: {} },
  })
  const spied: typeof pagefind = {
    search: (text, options) => {
      asked.push(text)
      return pagefind.search(text, options)
    },
  }
  const postings = postingsOf(files)
  const recorded: Postings = {
    ...postings,
    beginningWith: (start, most) => {
      tried.push(start)
      return postings.beginningWith(start, most)
    },
  }
  pages = indexPages(files)
  words = wordSearch(spied, recorded, pages)
  return site.close
})

const inOrder = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b)

describe('a word finds what Pagefind finds', () => {
  const WORDS = 'kettle kettles kettl ket screw screwdriver Batteries battery batter tire fuß hohe Höhe cafe café unscrew 12 1'.split(' ')
  test.each(WORDS)('%s: the same pages, places and fields', async (word) => {
    for (const options of [NO_FILTER, { filters: { kind: { any: ['wiki'] } } }]) {
      const theirs = (await pagefind.search(word, options)).results
      const ours = (await words.search(word, options))?.results ?? []
      expect(ours.length).toBeGreaterThan(0)
      expect(ours.map(({ id }) => id).toSorted()).toEqual(theirs.map(({ id }) => id).toSorted())
      for (const { id, fields, places } of ours) {
        const other = theirs.find((one) => one.id === id)
        expect([fields, inOrder(await places())]).toEqual([fieldsOf(other?.matchedMetaFields), inOrder(other?.words ?? [])])
      }
    }
  })

  test('which needs no words that begin with less than its stem', async () => {
    tried.length = 0
    await words.search('Kettles', NO_FILTER)
    expect(tried).toEqual(['kettles', 'kettle', 'kettl', 'kettl'])
  })

  test('or nothing if no word of the index starts with it', async () => {
    expect(await words.search('xylophone', NO_FILTER)).toEqual({ results: [], unfilteredResultCount: 0 })
  })
})

test('pages are found by reading the index, and Pagefind only gets exact words, which take it no time', () => {
  expect(asked.filter((text) => text === null || !/^".*"$/.test(text))).toEqual([])
})

describe('all pages', () => {
  const FILTERS: Filters[] = [
    {},
    { kind: { any: ['wiki'] } },
    { kind: { any: ['wiki', 'guide'] }, category: { any: ['C1'] } },
    { category: { any: ['C1', 'C2'] }, not: { kind: { any: ['wiki'] } } },
    { kind: { any: ['nothing'] } },
    { nothing: { any: ['wiki'] } },
  ]
  test.each(FILTERS)('equal the results of Pagefind for an empty search: %j', async (filters) => {
    const theirs = await pagefind.search(null, { filters })
    const { results, unfilteredResultCount } = await pages.search(filters)
    expect(results.map(({ id }) => id).toSorted()).toEqual(theirs.results.map(({ id }) => id).toSorted())
    expect(unfilteredResultCount).toBe(DOCUMENTS.length)
  })

  test('are loaded from their pack', async () => {
    const found = (await pagefind.search('"hums"', {})).results
    expect(found.length).toBeGreaterThan(2)
    for (const { id } of found)
      expect(await pages.load(id)).toMatchObject({
        content: expect.stringContaining('The kettle hums') as string,
        filters: { language: ['en'] },
      })
  })
})

test.each([
  ['kettle', true],
  ['Höhe', true],
  ['two words', false],
  ['"kettle"', false],
  ['水あ', false],
  ['กาต้มน้ำ', false],
])('%s is one word: %s', (text, is) => expect(isOneWord(text)).toBe(is))
