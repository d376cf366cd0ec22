import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { atomText } from '../../../src/views/feeds/atom.ts'
import { feedLinks, feedsIn, feedView } from '../../../src/views/feeds/feed.ts'
import { jsonFeedText } from '../../../src/views/feeds/json-feed.ts'
import type { Site } from '../../../src/views/site/site.ts'
import { guide, guidesCache, siteOf, image } from '../small-site.ts'
import type { SmallCache } from '../../cache/small-cache.ts'

const TREE = { kind: 'categories' as const, id: '', body: { Kitchen: { Kettle: null }, Garden: null } }
const AT = { site: 'https://x.example', base: '/r/' }
const DAY = 86_400

const siteWith = (guides: ReturnType<typeof guide>[], more: SmallCache = {}, flags = {}): Promise<Site> =>
  siteOf(guidesCache(guides, { ...more, records: [TREE, ...(more.records ?? [])] }), { ...AT, ...flags })

const idsIn = async (site: Site, category = ''): Promise<string[]> =>
  (await feedView(site, category, 'xml')).entries.map(({ address }) => /guide\/(\d+)\/$/.exec(address)?.[1] ?? address)

describe('the feeds of a site', () => {
  test('are its own and one for each top category with guides, including those of all subcategories', async () => {
    const site = await siteWith([guide(1), guide(2, { category: 'Other' }), guide(3, { category: 'Kitchen' })])
    expect(feedsIn(site)).toEqual(['', 'Kitchen'])
    expect(await idsIn(site)).toEqual(['3', '2', '1'])
    expect(await idsIn(site, 'Kitchen')).toEqual(['3', '1'])
  })

  test('start with the latest change, and contain at most thirty guides', async () => {
    const site = await siteWith(Array.from({ length: 40 }, (_, at) => guide(at + 1, { modified_date: DAY * ((at * 7) % 40) + 1 })))
    const { entries, updated } = await feedView(site, '', 'json')
    const dates = entries.map((entry) => entry.updated)
    expect(dates).toHaveLength(30)
    expect(dates).toEqual(dates.toSorted().reverse())
    expect(updated).toBe(dates[0])
  })

  test('leave out private or archived guides, and those with an invalid time', async () => {
    const site = await siteWith(
      [
        guide(1),
        guide(2, { public: false }),
        guide(3, { isArchived: true }),
        guide(4, { modified_date: 0 }),
        guide(5, { modified_date: 999_999_999_999 }),
      ],
      {},
      { includePrivate: true },
    )
    expect(await idsIn(site)).toEqual(['1'])
  })

  test('do not exist if the site has no address, or is private', async () => {
    const cache = guidesCache([guide(1)], { records: [TREE] })
    for (const site of [await siteOf(cache), await siteOf({ ...cache, manifest: { isPrivateSite: true } }, AT)]) {
      expect(feedsIn(site)).toEqual([])
      expect(feedLinks(site)).toEqual([])
    }
  })

  test('contain, in a translation, what is written in its language', async () => {
    const german = { kind: 'guide' as const, id: '1', lang: 'de', body: guide(1, { title: 'Entkalken', langid: 'de', locale: 'de' }) }
    const cache = { manifest: { translations: ['de', 'fr'] }, records: [german] }
    const site = await siteWith([guide(1, { locale: 'en' }), guide(2, { locale: 'en' })], cache)
    const [de, fr] = [await site.in('de'), await site.in('fr')]
    expect((await feedView(de, '', 'xml')).entries).toMatchObject([{ address: 'https://x.example/r/de/guide/1/', title: 'Entkalken' }])
    expect(feedsIn(fr)).toEqual([])
  })

  test('are linked from each page: the site’s, and that of its top category', async () => {
    const site = await siteWith([guide(1), guide(2, { category: 'Other' })])
    const hrefs = (...args: Parameters<typeof feedLinks>): string[] => feedLinks(...args).map(({ href }) => href)
    expect(hrefs(site)).toEqual(['/r/feed.xml', '/r/feed.json'])
    const ofKitchen = hrefs(site, { kind: 'guide', guideid: 1 })
    expect(ofKitchen.slice(2)).toEqual([
      expect.stringMatching(/^\/r\/category\/kitchen-\w+\/feed\.xml$/),
      expect.stringMatching(/feed\.json$/),
    ])
    expect(hrefs(site, { kind: 'wiki', namespace: 'CATEGORY', title: 'Kettle' })).toEqual(ofKitchen)
    expect(hrefs(site, { kind: 'guide', guideid: 2 })).toEqual(hrefs(site))
  })
})

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** Throws for XML that is not well-formed. */
function parsed(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  const [feed] = root.children
  if (!feed) throw new Error('There is no element.')
  return feed
}

const all = ({ children }: Element, name: string): Element[] => children.filter((child) => child.name === name)
const textOf = (element: Element, name: string): string | undefined => all(element, name)[0]?.text

const HOSTILE = 'A <b>&amp; "B"\u0000\u0008\ud800 ]]> \u202e'

test('an Atom feed is valid by RFC 4287, whatever titles contain', async () => {
  const picture = image('pot', { standard: [592, 444] })
  const site = await siteWith(
    [
      guide(1, { title: HOSTILE, summary: HOSTILE, username: HOSTILE, published_date: 5, image: picture.object }),
      guide(2, { username: '' }),
    ],
    { media: picture.media },
    { name: HOSTILE, licence: HOSTILE },
  )
  const feed = parsed(atomText(await feedView(site, '', 'xml')))
  expect(feed).toMatchObject({ name: 'feed', attributes: { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' } })
  const entries = all(feed, 'entry')
  expect(entries).toHaveLength(2)
  // Sections 4.1.1 and 4.1.2: each exactly once, an IRI, and a moment of RFC 3339.
  for (const element of [feed, ...entries]) {
    for (const name of ['id', 'title', 'updated']) expect(all(element, name), name).toHaveLength(1)
    expect(URL.canParse(textOf(element, 'id') ?? '')).toBe(true)
    expect(textOf(element, 'updated')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    for (const { attributes } of all(element, 'link')) expect(attributes.href).toMatch(/^https:\/\/x\.example\/r\//)
  }
  expect(new Set(entries.map((entry) => textOf(entry, 'id'))).size).toBe(2)
  expect(all(feed, 'link').map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
    ['self', 'https://x.example/r/feed.xml'],
    ['alternate', 'https://x.example/r/'],
  ])
  // An entry without an author needs one of its feed.
  expect(all(feed, 'author')).toHaveLength(1)
  expect(entries.map((entry) => all(entry, 'author').length)).toEqual([0, 1])
  const hostile = entries[1]
  expect(hostile && textOf(hostile, 'title')).toBe('A <b>&amp; "B"\ufffd ]]> ')
  expect(hostile && all(hostile, 'media:thumbnail')[0]?.attributes.url).toMatch(/^https:\/\/x\.example\/r\/media\/.+\.png$/)
})

test('a JSON feed has the required fields of version 1.1', async () => {
  const site = await siteWith([guide(1, { title: HOSTILE }), guide(2, { summary: 'Boils.' })])
  const feed = JSON.parse(jsonFeedText(await feedView(site, 'Kitchen', 'json'))) as { items: Record<string, unknown>[]; feed_url: string }
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: expect.stringMatching(/^Kitchen – /) as string,
    language: 'en',
  })
  expect(feed.feed_url).toMatch(/\/category\/kitchen-\w+\/feed\.json$/)
  expect(feed.items).toMatchObject([
    { id: 'https://x.example/r/guide/2/', url: 'https://x.example/r/guide/2/', content_text: 'Boils.', authors: [{ name: 'Ada' }] },
    { id: 'https://x.example/r/guide/1/', date_modified: '1970-01-01T00:00:01.000Z' },
  ])
})
