import { beforeAll, describe, expect, test } from 'vitest'
import { serveSite } from '../../../src/publish/serve.ts'
import { openEngine } from '../../../src/search/page/engine/open-engine.ts'
import { type Hit, toHit } from '../../../src/search/page/engine/hit.ts'
import type { SearchDocument } from '../../../src/search/document.ts'
import { readQuery } from '../../../src/search/page/query.ts'
import { temporaryFolder } from '../../cache/small-cache.ts'
import { documentOf, ofKind } from '../documents.ts'
import { type Opened, openedSearch } from '../opened.ts'

const repairOf = (...category: string[]) => ofKind('guide', { type: 'repair', category })

const DOCUMENTS = [
  documentOf('/guide/1/', 'Kettle Lid Replacement', {
    text: 'A kettle and its lid. <b>Not bold</b>',
    breadcrumb: 'Kitchen › Kettles',
    image: '/media/3f/zebra-300x200.jpg',
    modified: 300,
    filters: { kind: 'guide', type: 'replacement', difficulty: 'easy', category: ['Kettles', 'Kitchen'], tag: ['lid, loose'] },
    sections: [
      { anchor: 'step-1', title: 'Step 1: Pull the plug', text: 'Let the kettle cool.' },
      { anchor: 'step-2', title: 'Step 2', text: 'Lever the hinge pin out with a screwdriver.' },
    ],
  }),
  documentOf('/guide/2/', 'CEB: Feet', { text: 'Feet feet feet.', modified: 100, ...repairOf('Presses') }),
  documentOf('/guide/3/', 'CEB Feet', { text: 'More of them.', modified: 200, ...repairOf('Presses') }),
  documentOf('/guide/4/', 'Descaling', {
    text: 'It was a kettle, a kettle, a kettle: kettle after kettle was descaled, the kettle electric.',
    modified: 400,
    ...ofKind('guide', { type: 'technique', category: ['Kitchen'] }),
  }),
  documentOf('/guide/5/', 'Electric Kettle', { text: 'Mend it.', modified: 500, ...repairOf('Kettles', 'Kitchen') }),
  documentOf('/category/kettle/', 'Electric kettle', { rank: 2, text: 'All about the electric kettle.', ...ofKind('category') }),
  documentOf('/category/bare/', 'Toaster', { rank: 2, ...ofKind('category') }),
  documentOf('/user/9/', 'Kettle', { rank: 3, text: 'Kettle kettle kettle.', ...ofKind('user') }),
  documentOf('/guide/50/', 'Wasserkocher entkalken', { lang: 'de', text: 'Zitronensäure in den Wasserkocher.' }),
]

/** The result for a page that has a word at each place; places have weights. */
const hitFor = (title: string, raw_content: string, places: [number, number][], anchors: Parameters<typeof toHit>[0]['anchors'] = []) => {
  const page = { url: '/guide/1/', meta: { title }, filters: {}, anchors, content: '', raw_content }
  return toHit(page, new Map(places), { missingWords: [], synonyms: [] })
}

let sites: Opened[]
beforeAll(async () => {
  sites = []
  // One after the other: creating an index ends the creation of another.
  for (const pages of [100, 10, 4]) sites.push(await openedSearch(DOCUMENTS, 'en', { shard: { pages, words: Infinity } }))
  return () => Promise.all(sites.map(({ close }) => close()))
})

describe.each([
  ['in one index', 0],
  ['in parts of ten', 1],
  ['in parts of four', 2],
])('%s', (_, at) => {
  const find = async (address: string): Promise<Hit[]> => (await engine().search(readQuery(address))).next(100)
  const site = () => sites[at] as Opened
  const engine = () => site().engine
  const paths = (hits: Hit[]): string[] => hits.map(({ href }) => href.slice(site().url.length - 1))

  test.each(DOCUMENTS)('$title is found first by its exact title ($path)', async ({ path, title }) => {
    expect(paths(await find(`?q=${encodeURIComponent(title)}`))[0]).toBe(path)
  })

  test('of two pages with the same title the guide comes first, whatever the capitals', async () => {
    expect(paths(await find('?q=electric+kettle')).slice(0, 2)).toEqual(['/guide/5/', '/category/kettle/'])
  })

  test('a word in a title weighs more than many in the text', async () => {
    const found = paths(await find('?q=kettles'))
    expect(found.indexOf('/guide/1/')).toBeLessThan(found.indexOf('/guide/4/'))
  })

  test('a letter finds titles with a word that begins with it, but no texts', async () => {
    expect(paths(await find('?q=L'))).toEqual(['/guide/1/'])
    expect(paths(await find('?q=kettle+l'))[0]).toBe('/guide/1/')
    expect(paths(await find('?q=f&kind=guide')).toSorted()).toEqual(['/guide/2/', '/guide/3/'])
    expect(await find('?q=z')).toEqual([])
  })

  test('people come after the pages of the same name', async () => {
    const found = paths(await find('?q=kettl'))
    for (const path of ['/guide/5/', '/category/kettle/']) expect(found.indexOf('/user/9/')).toBeGreaterThan(found.indexOf(path))
  })

  test('a hit in a step links to the step, with an excerpt of it', async () => {
    const [hit] = await find('?q=hinge')
    const excerpt = 'Lever the <mark>hinge</mark> pin out with a screwdriver.'
    expect(hit?.sections).toEqual([{ href: `${hit?.href ?? ''}#step-2`, title: 'Step 2', excerpt }])
    expect(hit?.excerpt).toBe('')
  })

  test('a hit has picture, path, kind and date, and its picture is not searched', async () => {
    const { title, breadcrumb, image, modified } = DOCUMENTS[0] as SearchDocument
    expect(await find('?q=lid')).toMatchObject([{ title, kind: 'guide', breadcrumb, image, modified }])
    expect(await find('?q=zebra')).toEqual([])
  })

  test('markup in a text is escaped', async () => {
    expect((await find('?q=bold'))[0]?.excerpt).toContain('&lt;b&gt;Not')
  })

  test('an excerpt neither begins nor ends with the dot between two lines', () => {
    expect(hitFor('Kettle', '· Lid · Spout ·', [[1, 1]]).excerpt).toBe('<mark>Lid</mark> · Spout')
  })

  const nine = 'one two three four five six seven eight nine'
  test.each([
    ['whole sentences', 'Wait. Let the kettle cool. Open it.', 'Wait. Let the <mark>kettle</mark> cool. Open it.'],
    [
      'a sentence near its start, and an ellipsis where none ends',
      `${nine} ${nine} ${nine}. The kettle is dry ${nine} ${nine} ${nine}`,
      `The <mark>kettle</mark> is dry ${nine} ${nine} one two …`,
    ],
    [
      'no sentence after an abbreviation, and marks without punctuation',
      `${nine} ${nine} ${nine} e.g. a *(kettle), ${nine} ${nine} ${nine}`,
      `… ${nine} e.g. a *(<mark>kettle</mark>), ${nine} one two three …`,
    ],
    [
      'parts without a full stop',
      `${nine} ${nine} ${nine} · the kettle · ${nine} ${nine} ${nine}`,
      `the <mark>kettle</mark> · ${nine} ${nine} one two three …`,
    ],
  ])('an excerpt has %s', (_, text, excerpt) => {
    const place = text.split(' ').findIndex((word) => word.includes('kettle'))
    expect(hitFor('Lid', text, [[place, 1]]).excerpt).toBe(excerpt)
  })

  test('the best three matching steps are shown, in their order, and excerpts do not begin with their headings', () => {
    const found = [1, 5, 3, 2, 4]
    const steps = found.map((worth, at) => ({ worth, id: `step-${at + 1}`, text: `Step ${at + 1}`, element: 'h2', location: 4 + at * 4 }))
    const text = `Kettle Lid sits tight. ${steps.map(({ text }) => `${text} Hot kettle.`).join(' ')}`
    const hit = hitFor('Kettle Lid', text, [[0, 1], ...steps.map(({ location, worth }): [number, number] => [location + 3, worth])], steps)
    expect(hit.excerpt).toBe('sits tight.')
    expect(hit.sections).toEqual(
      [2, 3, 5].map((step) => ({ href: `/guide/1/#step-${step}`, title: `Step ${step}`, excerpt: 'Hot <mark>kettle</mark>.' })),
    )
  })

  test('a page without any text is found', async () => {
    expect(await find('?q=toaster')).toMatchObject([{ title: 'Toaster', excerpt: '' }])
  })

  test('a long word does not match a short one that it begins with', async () => {
    // Pagefind takes the longest known prefix: "was".
    expect(paths(await find('?q=Wasserkocher'))).toEqual(['/guide/50/'])
    expect(await find('?q=wasteland')).toEqual([])
  })

  test('several values of a filter mean any, several filters mean all', async () => {
    expect(paths(await find('?type=repair&type=technique&sort=date'))).toEqual(['/guide/5/', '/guide/4/', '/guide/3/', '/guide/2/'])
    expect(paths(await find('?type=repair&category=Kitchen'))).toEqual(['/guide/5/'])
    expect(paths(await find(`?tag=${encodeURIComponent('lid, loose')}`))).toEqual(['/guide/1/'])
  })

  test('counts are of all results, and ignore the filter of the same name', async () => {
    await engine().loadCounts()
    const { total, counts } = await engine().search(readQuery('?q=kettle&type=repair'))
    expect(total).toBe(1)
    expect(counts.type).toMatchObject({ repair: 1, replacement: 1, technique: 1 })
    expect(counts.category).toMatchObject({ Kettles: 1, Kitchen: 1 })
    expect((await engine().search(readQuery(''))).counts.kind).toEqual({ guide: 6, category: 2, user: 1 })
  })

  test('an order by title applies across indexes, page by page, without duplicates', async () => {
    const { next, total } = await engine().search(readQuery('?q=kettle&sort=title'))
    const titles: string[] = []
    for (let hits = await next(2); hits.length > 0; hits = await next(2)) titles.push(...hits.map(({ title }) => title))
    expect(titles).toHaveLength(total)
    expect(titles.join(', ').toLowerCase()).toBe('descaling, electric kettle, electric kettle, kettle, kettle lid replacement')
  })

  test('an order by date begins with the newest', async () => {
    const dates = (await find('?kind=guide&sort=date')).map(({ modified }) => modified)
    expect(dates).toEqual([500, 400, 300, 200, 100, 0])
  })
})

test('a site without an index reports that', async () => {
  const site = await serveSite(await temporaryFolder(), { base: '/', port: 0 })
  await expect(
    openEngine({ root: site.url, base: site.url, lang: 'en', ownOnly: false }, () => Promise.reject(new Error('unused'))),
  ).rejects.toThrow(/indexes\.json answered 404/)
  site.close()
})
