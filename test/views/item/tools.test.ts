import { describe, expect, test } from 'vitest'
import { hasTools, toolFile, toolFiles, type ToolPartData, toolsView } from '../../../src/views/item/tools.ts'
import type { Site } from '../../../src/views/site/site.ts'
import { guide, guidesCache, siteOf, translated } from '../small-site.ts'

const tool = (text: string, changes: Record<string, unknown> = {}) => ({ text, type: '', url: '', quantity: 1, ...changes })
const spudger = tool('Spudger')
const oil = tool("Carpenter's oil")
const tree = { kind: 'hierarchy' as const, id: '', body: { hierarchy: { Home: { Kettle: null }, Bikes: null }, display_titles: {} } }

/** The data of a site's files: each guide with the names of its tools. */
function guidesIn(site: Site): Record<string, string[]> {
  const parts = toolFiles(site).filter((name) => name !== 'all')
  return Object.fromEntries(
    parts.flatMap((name) => {
      const { steps, titles, names, tools } = JSON.parse(toolFile(site, name)) as ToolPartData
      let id = 0
      return steps.map((step, at): [string, string[]] => [
        `${(id += step)} ${titles[at] ?? ''}`,
        (tools[at] ?? []).map((place) => names[place] ?? ''),
      ])
    }),
  )
}

describe('what tools are good for', () => {
  const guides = [
    guide(7, { tools: [spudger, oil], title: 'Seven' }),
    guide(3, { tools: [spudger, tool('Vise', { isoptional: true })], category: 'Bikes', title: 'Three' }),
    guide(4, { tools: [tool('spudger'), tool('Hammer'), tool('Hammer')], title: 'Four' }),
    guide(5, { tools: [spudger], flags: ['GUIDE_ARCHIVED'] }),
    guide(6, { parts: [tool('Battery')] }),
    guide(8, { tools: [tool('Vise', { isoptional: true })] }),
  ]

  test('lists what guides require: no parts, nothing optional, no archived guide', async () => {
    const site = await siteOf(guidesCache(guides, { records: [tree] }))
    expect(guidesIn(site)).toEqual({ '3 Three': ['Spudger'], '4 Four': ['Hammer', 'Spudger'], '7 Seven': ["Carpenter's oil", 'Spudger'] })
    expect(toolsView(site).tools.map(({ name, count }) => `${name} ${count}`)).toEqual(['Spudger 3', "Carpenter's oil 1", 'Hammer 1'])
  })

  test('has explicit keys for names that differ from them in more than capitals', async () => {
    const site = await siteOf(guidesCache(guides, { records: [tree] }))
    expect(JSON.parse(toolFile(site, 'all'))).toEqual({ names: ['Spudger', "Carpenter's oil", 'Hammer'], keys: { 1: 'carpenters oil' } })
  })

  test('is loaded by top category, the fullest first', async () => {
    const site = await siteOf(guidesCache(guides, { records: [tree] }))
    expect(toolsView(site).parts.map(({ heading, count }) => `${heading} ${count}`)).toEqual(['Home 2', 'Bikes 1'])
  })

  test('stays the same for a category if guides of another change', async () => {
    const fileOf = async (other: ReturnType<typeof tool>) => {
      const guides = [
        guide(1, { tools: [spudger], category: 'Bikes' }),
        guide(2, { tools: [tool('Hammer')] }),
        guide(3, { tools: [other] }),
      ]
      const site = await siteOf(guidesCache(guides, { records: [tree] }))
      return toolFile(site, `in-${toolsView(site).parts.find(({ heading }) => heading === 'Bikes')?.id}`)
    }
    const before = await fileOf(spudger)
    expect(before).toContain('"names":["Spudger"]')
    expect(await fileOf(tool('Awl'))).toBe(before)
  })

  test('is loaded in 24 parts at most, of which the last has all other categories', async () => {
    const many = Array.from({ length: 60 }, (_, at) => guide(at + 1, { tools: [spudger], category: `C${at % 40}` }))
    const site = await siteOf(guidesCache(many))
    const { parts } = toolsView(site)
    expect([parts.length, parts.at(-1)?.heading, parts.at(-1)?.count]).toEqual([24, 'Other categories', 60 - 20 * 2 - 3])
    expect(Object.keys(guidesIn(site))).toHaveLength(60)
  })

  test('has the titles and names of a language in that language, under the same keys', async () => {
    const english = [1, 2, 3].map((id) => guide(id, { tools: [spudger] }))
    const cache = guidesCache(english, { manifest: { translations: ['de'] } })
    const german = [1, 2, 3].map((id) => guide(id, { tools: [tool('Spatel')], title: `Anleitung ${id}`, langid: 'de' }))
    cache.records?.push(...german.map((body) => translated('de', body)))
    const site = await (await siteOf(cache)).in('de')
    expect(guidesIn(site)).toMatchObject({ '1 Anleitung 1': ['Spatel'] })
    expect(JSON.parse(toolFile(site, 'all'))).toEqual({ names: ['Spatel'], keys: { 0: 'spudger' } })
  })

  test('has no page if no guide needs tools', async () => {
    const site = await siteOf(guidesCache([guide(1)]))
    expect([hasTools(site), toolFiles(site)]).toEqual([false, []])
  })
})
