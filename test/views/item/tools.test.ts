import { describe, expect, test } from 'vitest'
import { ownToolsView, toolFile, toolFiles, toolsView } from '../../../src/views/item/tools-page.ts'
import { hasTools } from '../../../src/views/item/tools.ts'
import { guide, guidesCache, siteOf } from '../small-site.ts'
import { guidesIn } from './tool-part.ts'

const tool = (text: string, changes: Record<string, unknown> = {}) => ({ text, type: '', url: '', quantity: 1, ...changes })
const spudger = tool('Spudger')
const oil = tool("Carpenter's oil")
const tree = { kind: 'hierarchy' as const, id: '', body: { hierarchy: { Home: { Kettle: null }, Bikes: null }, display_titles: {} } }

describe('what tools are good for', () => {
  const guides = [
    guide(7, { tools: [spudger, oil], title: 'Seven' }),
    guide(3, { tools: [spudger, tool('Vise', { isoptional: true })], category: 'Bikes', title: 'Three' }),
    guide(4, { tools: [tool('spudger'), tool('Hammer'), tool('Hammer')], title: 'Four' }),
    guide(5, { tools: [spudger], flags: ['GUIDE_ARCHIVED'] }),
    guide(6, { parts: [tool('Battery')] }),
    guide(8, { tools: [tool('Vise', { isoptional: true })], title: 'Eight' }),
  ]

  test('is what guides cannot do without: no parts, nothing optional, no archived guide', async () => {
    const site = await siteOf(guidesCache(guides, { records: [tree] }))
    expect(guidesIn(site)).toEqual({
      '3 Three': ['Spudger'],
      '4 Four': ['Spudger', 'Hammer'],
      '7 Seven': ['Spudger', "Carpenter's oil"],
      '8 Eight': [],
    })
    expect(toolsView(site).tools.map(({ name, count }) => `${name} ${count}`)).toEqual(['Spudger 3', "Carpenter's oil 1", 'Hammer 1'])
  })

  test('counts what all guides before need, in a circle too, and what one of them cannot do without', async () => {
    const before = (...ids: number[]) => ids.map((guideid) => ({ guideid, title: `Guide ${guideid}` }))
    const cache = guidesCache([
      guide(1, { tools: [spudger, tool('Vise', { isoptional: true })], prerequisites: before(2, 99, 4) }),
      guide(2, { tools: [spudger, tool('Hammer')], prerequisites: before(3) }),
      guide(3, { tools: [tool('vise')], prerequisites: before(1, 3) }),
      guide(4, { tools: [tool('Saw')] }),
      guide(5, { prerequisites: before(4) }),
      guide(6, { prerequisites: before(7) }),
      guide(7),
    ])
    const records = (cache.records ?? []).map((record) => (record.id === '4' ? { ...record, body: '{"guideid": ' } : record))
    const site = await siteOf({ ...cache, records })
    const all = ['Hammer', 'Spudger', 'Vise']
    const found = Object.entries(guidesIn(site)).map(([guide, tools]) => [guide, tools.toSorted()])
    expect(Object.fromEntries(found)).toEqual({ '1 Guide 1': all, '2 Guide 2': all, '3 Guide 3': all })
    expect(toolsView(site).tools.map(({ count }) => count)).toEqual([3, 3, 3])
  })

  test('is known of a guide whose tools only those before it name', async () => {
    const prerequisites = [{ guideid: 2, title: 'Two' }]
    const site = await siteOf(guidesCache([guide(1, { prerequisites }), guide(2, { tools: [spudger] })]))
    expect(guidesIn(site)).toEqual({ '1 Guide 1': ['Spudger'], '2 Guide 2': ['Spudger'] })
  })

  test('has keys of its own for names that differ from them in more than capitals', async () => {
    const site = await siteOf(guidesCache(guides, { records: [tree] }))
    expect(JSON.parse(toolFile(site, 'all'))).toEqual({ names: ['Spudger', "Carpenter's oil", 'Hammer'], keys: { 1: 'carpenters oil' } })
  })

  test('is loaded by the categories of the first level, the fullest first', async () => {
    const site = await siteOf(guidesCache(guides, { records: [tree] }))
    expect(toolsView(site).parts.map(({ heading, count }) => `${heading} ${count}`)).toEqual(['Home 3', 'Bikes 1'])
  })

  test('is loaded in 24 parts at most, of which the last has all other categories', async () => {
    const many = Array.from({ length: 60 }, (_, at) => guide(at + 1, { tools: [spudger], category: `C${at % 40}` }))
    const site = await siteOf(guidesCache(many))
    const { parts } = toolsView(site)
    expect([parts.length, parts.at(-1)?.heading, parts.at(-1)?.count]).toEqual([24, 'Other categories', 60 - 20 * 2 - 3])
    expect(Object.keys(guidesIn(site))).toHaveLength(60)
  })

  test('has the titles and names of a language in that language, under the same keys', async () => {
    const cache = guidesCache(
      [1, 2, 3].map((id) => guide(id, { tools: [spudger] })),
      { manifest: { translations: ['de'] } },
    )
    const german = [1, 2, 3].map((id) => guide(id, { tools: [tool('Spatel')], title: `Anleitung ${id}`, langid: 'de' }))
    cache.records?.push(...german.map((body) => ({ kind: 'guide' as const, id: String(body.guideid), lang: 'de', body })))
    const site = await (await siteOf(cache)).in('de')
    expect(guidesIn(site)).toMatchObject({ '1 Anleitung 1': ['Spatel'] })
    expect(JSON.parse(toolFile(site, 'all'))).toEqual({ names: ['Spatel'], keys: { 0: 'spudger' } })
  })

  test('has no page where no guide needs tools', async () => {
    const site = await siteOf(guidesCache([guide(1), guide(2, { tools: [tool('Vise', { isoptional: true })] })]))
    expect([hasTools(site), toolFiles(site)]).toEqual([false, []])
    const categories = [...site.catalog.categories.values()].filter(({ guideCount }) => guideCount > 0)
    expect(categories).not.toEqual([])
    for (const category of categories) expect(ownToolsView(site, category, [1])).toBeUndefined()
  })

  test('says how many guides are left out because they name no tools', async () => {
    const site = await siteOf(guidesCache(guides, { records: [tree] }))
    expect(toolsView(site).unknown).toBe(1)
  })
})
