import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { serveSite } from '../../../src/publish/serve.ts'
import type { SearchDocument } from '../../../src/search/document.ts'
import { makeIndex } from '../../../src/search/index/index-site.ts'
import { titledPage } from '../../../src/search/index/indexed-page.ts'
import { writeTitleList } from '../../../src/search/index/titles/title-files.ts'
import type { IndexEntry } from '../../../src/search/index-list.ts'
import { openEngine } from '../../../src/search/page/engine/open-engine.ts'
import { titleSearch } from '../../../src/search/page/titles/title-search.ts'
import type { TitleList } from '../../../src/search/titles/title-list.ts'
import { folderForAll } from '../../folders.ts'
import { documentOf, ofKind, stream } from '../documents.ts'
import { LARGE } from '../opened.ts'
import { openIn } from '../../../scripts/search-quality/page-search.ts'

const MAKERS = 'Aldersyde Brindle Fennel Hollin Linnet Norrvik Skylark Tarn Wexley Yarrow'.split(' ')
const PARTS = 'battery screen camera speaker button hinge cable antenna lens charger'.split(' ')
const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? ''
const titleOf = (at: number): string =>
  `Replacing the ${pick(PARTS, at)} of ${pick(MAKERS, Math.floor(at / 10))} ${100 + Math.floor(at / 3)} ${at}`
const MANY = Array.from({ length: 3000 }, (_, at) => documentOf(`/guide/${at}/`, titleOf(at)))

const home = folderForAll()
const temporary = (): Promise<string> => mkdtemp(join(home, 'titles-'))

/** Writes the titles of some documents, as a build of a large site does. */
async function written(documents: readonly SearchDocument[]): Promise<{ folder: string; list: TitleList; files: Map<string, string> }> {
  const folder = await temporary()
  const entries: IndexEntry[] = []
  for (const isTranslation of [false, true])
    for (const [lang, some] of Map.groupBy(
      documents.filter((one) => one.isTranslation === isTranslation),
      (one) => (isTranslation ? one.lang : 'source'),
    )) {
      const titles = await writeTitleList(folder, some.map(titledPage), ['the', 'of'])
      entries.push({ lang: isTranslation ? lang : (some[0]?.lang ?? ''), isTranslation, folder: '', pages: some.length, titles })
    }
  await writeFile(join(folder, 'pagefind/indexes.json'), JSON.stringify(entries))
  const list = JSON.parse(await readFile(join(folder, 'pagefind', entries[0]?.titles ?? ''), 'utf8')) as TitleList
  const place = join(folder, 'pagefind/titles/source')
  const names = await readdir(place)
  const files = new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(place, name), 'utf8')] as const)))
  return { folder, list, files }
}

/** The search of the titles in a folder, and the files that it has loaded. */
async function searchIn(folder: string, lang = 'en', ownOnly = false) {
  const loaded: string[] = []
  const host = { isDown: false }
  const api = (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    loaded.push(request.url ?? '')
    if (host.isDown) response.writeHead(503).end()
    return Promise.resolve(host.isDown)
  }
  const { url, close } = await serveSite(folder, { base: '/', port: 0, api })
  onTestFinished(close)
  const search = titleSearch({ root: url, base: url, lang, ownOnly })
  return { url, host, loaded, search, titles: async (text: string) => (await search.find(text, 10)).map(({ title }) => title) }
}

let many: Awaited<ReturnType<typeof written>>
beforeAll(async () => {
  many = await written(MANY)
})

test('a whole title, its beginning, its middle and its words in any order find it', async () => {
  const { titles } = await searchIn(many.folder)
  const title = titleOf(2321)
  const middle = title.slice(title.indexOf(' of ') + 4)
  for (const text of [title, title.toUpperCase(), title.slice(0, -1), middle, '2321', '2321 replacing', '2321 fennel', 'replacing 2321'])
    expect(await titles(text), text).toContain(title)
  expect((await titles(title))[0]).toBe(title)
  expect(await titles('no such thing')).toEqual([])
  expect(await titles('?!')).toEqual([])
})

test('each title is found by each of its words together with what follows', async () => {
  const { search, url } = await searchIn(many.folder)
  for (let at = 0; at < MANY.length; at += 211) {
    const words = titleOf(at).split(' ')
    for (let from = 0; from < words.length; from++) {
      const found = await search.find(words.slice(from).join(' '), 10)
      if (words.length - from > 1) expect(found.map(({ href }) => href)).toContain(`${url}guide/${at}/`)
    }
  }
})

test('a short prefix loads the list and one small file, and a longer one at most two blocks', async () => {
  const { folder, list } = many
  expect(list.blocks.length).toBeGreaterThan(6)
  const { titles, loaded } = await searchIn(folder)
  expect(await titles('r')).toHaveLength(10)
  expect(loaded).toHaveLength(3)
  await titles('re')
  expect(loaded).toHaveLength(3)
  await titles('rep')
  expect(loaded.length).toBeLessThanOrEqual(4)
  const before = loaded.length
  await titles('brindle 1')
  expect(loaded.length - before).toBeLessThanOrEqual(2)
})

test('the listed best equal the best of all titles', async () => {
  const { titles } = await searchIn(many.folder)
  const all = MANY.map(({ title }) => title)
  for (const text of ['s', 'sk', 'skylark', 'bat', 'replacing the b', 'c', 'tarn', '1']) {
    const having = all.filter((title) => ` ${title.toLowerCase()}`.includes(` ${text}`))
    const shortest = having.toSorted(
      (a, b) =>
        Number(!a.toLowerCase().startsWith(text)) - Number(!b.toLowerCase().startsWith(text)) ||
        Number(!` ${a.toLowerCase()} `.includes(` ${text} `)) - Number(!` ${b.toLowerCase()} `.includes(` ${text} `)) ||
        a.length - b.length ||
        (a < b ? -1 : 1),
    )
    expect(await titles(text), text).toEqual(shortest.slice(0, 10))
  }
})

test('one new title changes only the blocks of its words', async () => {
  const before = many
  const after = await written([...MANY, documentOf('/guide/9999/', 'Sharpening Quillon')])
  const isBlock = (list: TitleList) => new Set(list.blocks)
  const [old, now] = [isBlock(before.list), isBlock(after.list)]
  expect([...now].filter((name) => !old.has(name)).length).toBeLessThanOrEqual(2)
  expect([...old].filter((name) => !now.has(name)).length).toBeLessThanOrEqual(2)
  const bests = new Set(Object.values(before.list.best))
  expect(Object.values(after.list.best).filter((name) => !bests.has(name)).length).toBeLessThanOrEqual(2)
})

test('blocks are small, and independent of the order of the titles', async () => {
  const one = many
  const other = await written(MANY.toReversed())
  expect(other.files).toEqual(one.files)
  for (const [name, text] of one.files) expect(text.length, name).toBeLessThan(60_000)
})

test('an exact word comes before a longer one, in any order', async () => {
  const { folder } = await written([documentOf('/guide/1/', 'Lid of kettle 125'), documentOf('/guide/2/', 'Lid of a larger kettle 12')])
  expect(await (await searchIn(folder)).titles('kettle 12 lid')).toEqual(['Lid of a larger kettle 12', 'Lid of kettle 125'])
})

test('a whole title is found in the order of its texts: exact, then the guide, and not a tag', async () => {
  const documents = [
    documentOf('/guide/6/', 'CEB Feet'),
    documentOf('/guide/37/', 'CEB: Feet'),
    documentOf('/category/door-module-12345678/', 'Door Module', { rank: 2, ...ofKind('category') }),
    documentOf('/guide/139/', 'Door Module'),
    documentOf('/tag/measuring-12345678/', 'measuring', { rank: 2, ...ofKind('tag') }),
    documentOf('/guide/15/', 'Cleaning, measuring and oiling'),
    documentOf('/category/kettle-1-7-l-12345678/', 'Kettle 1.7 L"', { rank: 2, ...ofKind('category') }),
    documentOf('/guide/3/', 'Kettle 1.7 L'),
    documentOf('/guide/4/', 'Hinge', { isArchived: true }),
    documentOf('/user/9/', 'Hinge', { rank: 3, ...ofKind('user') }),
    documentOf('/category/hinge-12345678/', 'HINGE', { rank: 2, ...ofKind('category') }),
  ]
  const { folder } = await written(documents)
  await makeIndex(stream(documents), folder, LARGE)
  const { search, url } = await searchIn(folder)
  const engine = await openEngine({ root: url, base: url, lang: 'en', ownOnly: false }, openIn(folder))
  const typed = [...documents.map(({ title }) => title), 'ceb: feet', 'door module', 'kettle 1.7 l"', 'kettle 1.7 l', 'Measuring', 'hinge']
  for (const text of typed) {
    const [ofTexts] = await (await engine.search({ text, filters: {}, sort: 'relevance' })).next(1)
    const [ofTitles] = await search.find(text, 1)
    expect(ofTitles?.href, text).toBe(ofTexts?.href)
  }
  expect((await search.find('CEB: Feet', 1))[0]?.href).toBe(`${url}guide/37/`)
})

test('people and archived guides come last', async () => {
  const { folder } = await written([
    documentOf('/user/1/', 'Kettle', { rank: 3, ...ofKind('user') }),
    documentOf('/guide/1/', 'Kettle lid', { isArchived: true }),
    documentOf('/guide/2/', 'Cleaning a kettle'),
    documentOf('/category/kettles-12345678/', 'Kettles', { rank: 2, ...ofKind('category') }),
    documentOf('/guide/3/', 'Old kettle lid', { isArchived: true }),
  ])
  expect(await (await searchIn(folder)).titles('kettl')).toEqual(['Kettles', 'Cleaning a kettle', 'Kettle lid', 'Old kettle lid', 'Kettle'])
})

test.each([
  ['/guide/12/', 'guide', 'Kettle'],
  ['/category/dell-xps-15-0a1b2c3d/', 'category', 'Dell XPS 15"'],
  ['/category/another-name-0a1b2c3d/', 'category', 'Dell XPS 15'],
  ['/wiki/0123456789abcdef/', 'wiki', '水あか'],
  ['/tag/usb-c-00000000/', 'tag', 'USB-C'],
  ['/page/opening-hours/', 'page', 'Opening hours'],
  ['/elsewhere/x/', 'item', 'Item~1'],
] as const)('a result leads to %s', async (path, kind, title) => {
  const { folder } = await written([documentOf(path, title, ofKind(kind))])
  const { search, url } = await searchIn(folder)
  const [hit] = await search.find(title, 1)
  expect(hit).toMatchObject({ href: url + path.slice(1), title, kind, lang: 'en' })
})

test('a language finds its own titles, and untranslated ones of the source', async () => {
  const documents = [
    documentOf('/guide/1/', 'Kettle battery', { translatedInto: ['de'] }),
    documentOf('/guide/2/', 'Kettle lid'),
    documentOf('/guide/1/', 'Kettle-Akku', { lang: 'de', isTranslation: true }),
  ]
  const { folder } = await written(documents)
  expect(await (await searchIn(folder, 'de')).titles('kettle')).toEqual(['Kettle lid', 'Kettle-Akku'])
  expect(await (await searchIn(folder, 'en')).titles('kettle')).toEqual(['Kettle lid', 'Kettle battery'])
  expect(await (await searchIn(folder, 'de', true)).titles('kettle')).toEqual(['Kettle-Akku'])
  const [lid] = await (await searchIn(folder, 'de')).search.find('lid', 1)
  expect(lid?.lang).toBe('en')
})

test('a failed load is retried at the next query', async () => {
  const { folder } = await written(MANY.slice(0, 20))
  const { titles, host } = await searchIn(folder)
  host.isDown = true
  await expect(titles('hinge')).rejects.toThrow('answered 503')
  host.isDown = false
  expect(await titles('hinge')).toHaveLength(2)
})

test('a small site has no such files, and a large one names them in its list of indexes', async () => {
  const folder = await temporary()
  const documents = MANY.slice(0, 30)
  await makeIndex(stream(documents), folder)
  expect(await readdir(join(folder, 'pagefind'))).not.toContain('titles')
  expect(await (await searchIn(folder)).search.isAvailable()).toBe(false)
  await makeIndex(stream(documents), folder, { titlesFrom: 30, shard: { pages: 10, words: Infinity } })
  expect(await (await searchIn(folder)).search.isAvailable()).toBe(true)
  const entries = JSON.parse(await readFile(join(folder, 'pagefind/indexes.json'), 'utf8')) as IndexEntry[]
  expect(entries.map(({ titles }) => titles !== undefined)).toEqual([true, false, false])
})
