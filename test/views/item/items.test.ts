import { describe, expect, test } from 'vitest'
import { guideView } from '../../../src/views/guide/guide.ts'
import { searchDocuments } from '../../../src/views/search/search-documents.ts'
import type { Site } from '../../../src/views/site/site.ts'
import { itemPaths, wikiPage } from '../../../src/views/wiki/wiki-page.ts'
import { guide, guidesCache, siteOf, translated, wiki } from '../small-site.ts'

const tool = (text: string, changes: Record<string, unknown> = {}) => ({ text, type: '', url: '', quantity: 1, ...changes })

/** This number of guides that each list the same tools. */
const guidesWith = (count: number, tools: object[], changes: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, at) => guide(at + 1, { tools, ...changes }))

const pages = (site: Site) => itemPaths(site).map(({ ref }) => ref.title)
const page = async (site: Site, title: string, number = 1) => wikiPage(site, { kind: 'wiki', namespace: 'ITEM', title }, number)
const toolsOf = async (site: Site, guideid = 1) =>
  (await guideView(site, guideid)).tools.map(({ name, href, leaving }) => ({ name, href, leaving }))

describe('a tool without a page of the service', () => {
  test('gets one once three guides name it, and their lists link to it', async () => {
    const site = await siteOf(guidesCache(guidesWith(3, [tool('Clean cloth')])))
    expect(pages(site)).toEqual(['Clean cloth'])
    expect(await toolsOf(site)).toMatchObject([{ href: expect.stringMatching(/^\/item\/clean-cloth-/) as string, leaving: false }])
    expect(pages(await siteOf(guidesCache(guidesWith(2, [tool('Clean cloth')]))))).toEqual([])
  })

  test('replaces a link to a missing page, but not one to an external shop', async () => {
    const tools = [tool('Hole puncher', { url: '/Item/hole_puncher' }), tool('Cleaner', { url: 'https://shop.example/cleaner' })]
    const site = await siteOf(guidesCache(guidesWith(3, tools)))
    expect(await toolsOf(site)).toMatchObject([
      { href: expect.stringMatching(/^\/item\/hole-puncher-/) as string, leaving: false },
      { href: 'https://shop.example/cleaner', leaving: true },
    ])
    expect(await page(site, 'hole puncher')).toMatchObject({ title: 'Hole puncher', original: undefined, wiki: undefined })
    expect((await page(site, 'Cleaner')).original).toBe('https://shop.example/cleaner')
  })

  test('is found by search, and has no page if its link leads to another kind of page', async () => {
    const site = await siteOf(guidesCache(guidesWith(3, [tool('Clean cloth'), tool('A full kettle', { url: '/Device/Kettle' })])))
    const found = (await Array.fromAsync(searchDocuments(site))).filter(({ filters }) => filters.kind === 'item')
    expect(found.map(({ title }) => title)).toEqual(['Clean cloth'])
  })

  test("has no page if the service's own page is private", async () => {
    const cache = guidesCache(guidesWith(3, [tool('Master key')]), { records: [{ ...wiki('Master key', { namespace: 'ITEM' }) }] })
    const isPrivate = await siteOf({ ...cache, lists: { ...cache.lists, 'wikis-ITEM': [{ title: 'Master key', public: false }] } })
    expect(pages(isPrivate)).toEqual([])
  })
})

describe('names of one tool', () => {
  test.each([
    ['hole  puncher', 'Hole Puncher'],
    ["Carpenter's pencil", 'carpenters pencil'],
    ['Zip_tie gun', 'zip tie gun'],
  ])('%s and %s are the same', async (one, other) => {
    const site = await siteOf(guidesCache([...guidesWith(2, [tool(one)]), guide(9, { tools: [tool(other)] })]))
    expect((await page(site, one.replaceAll('_', ' '))).usedIn?.count).toBe(3)
  })

  test('differ if their types do', async () => {
    const guides = [...guidesWith(3, [tool('Screwdriver', { type: 'PH2' })]), guide(8, { tools: [tool('Screwdriver', { type: 'T5' })] })]
    const site = await siteOf(guidesCache(guides))
    expect(pages(site)).toEqual(['Screwdriver PH2'])
    expect((await page(site, 'Screwdriver PH2')).usedIn?.count).toBe(3)
  })

  test('mean the target of their link, also in a guide without the link', async () => {
    const guides = [
      guide(1, { tools: [tool('Crosshead driver', { url: '/Item/Phillips_Screwdriver' })] }),
      guide(2, { tools: [tool('crosshead driver')] }),
      guide(3, { tools: [tool('Phillips screwdriver')] }),
    ]
    const site = await siteOf(guidesCache(guides, { records: [wiki('Phillips Screwdriver', { namespace: 'ITEM' })] }))
    expect((await page(site, 'Phillips Screwdriver')).usedIn?.count).toBe(3)
    expect((await toolsOf(site, 2))[0]?.href).toMatch(/^\/item\/phillips-screwdriver-/)
  })

  test('are those of a translation if the page is in its language', async () => {
    const german = guidesWith(3, [tool('Sauberes Tuch')], { langid: 'de', locale: 'de' })
    const cache = guidesCache(guidesWith(3, [tool('Clean cloth')]), { manifest: { translations: ['de'] } })
    cache.records?.push(...german.map((body) => translated('de', body)))
    const site = await (await siteOf(cache)).in('de')
    expect(await page(site, 'Clean cloth')).toMatchObject({ title: 'Sauberes Tuch', titleLang: undefined, usedIn: { count: 3 } })
    expect(await toolsOf(site)).toMatchObject([
      { name: 'Sauberes Tuch', href: expect.stringMatching(/^\/de\/item\/clean-cloth-/) as string },
    ])
  })
})

describe('the guides of a tool', () => {
  const tree = {
    kind: 'hierarchy' as const,
    id: '',
    body: { hierarchy: { Home: { Kettle: null, Lamp: null }, Bikes: null }, display_titles: {} },
  }
  const spudger = wiki('Spudger', { namespace: 'ITEM' })
  const tools = [tool('Spudger')]

  test('are grouped by top category, the fullest first, by name and archived ones last', async () => {
    const guides = [
      guide(1, { tools, category: 'Bikes' }),
      guide(2, { tools, category: 'Kettle', flags: ['GUIDE_ARCHIVED'] }),
      guide(3, { parts: tools, category: 'Lamp', title: 'Z' }),
      guide(4, { tools, category: 'Kettle', title: 'A' }),
      guide(5, { tools: [tool('Hammer')] }),
    ]
    const { usedIn } = await page(await siteOf(guidesCache(guides, { records: [spudger, tree] })), 'Spudger')
    expect(usedIn?.sections.map(({ heading, count, guides }) => [heading, count, ...guides.map(({ title }) => title)])).toEqual([
      ['Home', 3, 'A', 'Z', 'Guide 2'],
      ['Bikes', 1, 'Guide 1'],
    ])
    expect(usedIn?.contents.map(({ heading, count }) => `${heading} ${count}`)).toEqual(['Home 3', 'Bikes 1'])
  })

  test('fill several pages if there are many, and each heading links to its start', async () => {
    const guides = Array.from({ length: 70 }, (_, at) => guide(at + 1, { tools, category: at < 50 ? 'Home' : 'Bikes' }))
    const site = await siteOf(guidesCache(guides, { records: [spudger, tree] }))
    expect(itemPaths(site).map(({ page }) => page)).toEqual([undefined, 'page/2'])
    const { usedIn, wiki: text, title } = await page(site, 'Spudger', 2)
    expect(usedIn?.sections).toMatchObject([{ heading: 'Bikes', continued: true, count: 20 }])
    expect(usedIn?.sections[0]?.guides).toHaveLength(10)
    expect(usedIn?.contents.map(({ href }) => href.replace(/-[0-9a-f]{8}/g, ''))).toEqual(['/item/spudger/#home', '/item/spudger/#bikes'])
    expect([title, text]).toEqual(['Spudger', undefined])
  })

  test('do not exist for a page that no guide names', async () => {
    expect((await page(await siteOf(guidesCache([guide(1)], { records: [spudger] })), 'Spudger')).usedIn).toBeUndefined()
  })
})

test('a language that hides untranslated pages counts its own guides only', async () => {
  const cache = guidesCache(guidesWith(4, [tool('Clean cloth')]), { manifest: { translations: ['de'] } })
  cache.records?.push(...[1, 2].map((id) => translated('de', guide(id, { tools: [tool('Tuch')], langid: 'de' }))))
  const site = await siteOf(cache, { fallback: 'hide' })
  expect([pages(site), pages(await site.in('de'))]).toEqual([['Clean cloth'], []])
})
