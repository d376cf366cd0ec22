import { describe, expect, test } from 'vitest'
import type { GuideEntry } from '../../../src/views/catalog/guide-index.ts'
import { relatedGuides } from '../../../src/views/guide/related.ts'
import type { Site } from '../../../src/views/site/site.ts'
import { expectFlat } from '../../scaling.ts'
import { guide, guidesCache, siteOf } from '../small-site.ts'

const tree = { kind: 'categories' as const, id: '', body: { Kitchen: { Kettle: { Whistle: null }, Toaster: null }, Bike: null } }
const like = async (guides: ReturnType<typeof guide>[], guideid = 1, except: number[] = []) => {
  const site = await siteOf(guidesCache(guides, { records: [tree] }))
  return relatedGuides(site, guideid, except).map(({ href }) => Number(/\d+/.exec(href)?.[0]))
}

describe('similar guides', () => {
  test('are from its category first, then from siblings, parent and subcategories, never from another', async () => {
    const guides = [
      guide(1),
      guide(2, { category: 'Bike' }),
      guide(3, { category: 'Toaster' }),
      guide(4, { category: 'Whistle' }),
      guide(5, { category: 'Kitchen' }),
      guide(6),
    ]
    expect(await like(guides)).toEqual([6, 5, 4, 3])
  })

  test('share its tags: the more, the closer; its type decides between equals', async () => {
    const guides = [
      guide(1, { tags: ['lid', 'steam'] }),
      guide(2, { category: 'Bike', tags: ['lid', 'steam'] }),
      guide(3, { category: 'Bike', tags: ['steam'] }),
      guide(4, { category: 'Bike', tags: ['chain'] }),
      guide(5, { category: 'Bike', tags: ['steam'], type: 'teardown' }),
    ]
    expect(await like(guides)).toEqual([2, 3, 5])
  })

  test('sharing rare tags come before those sharing common ones', async () => {
    const elsewhere = (id: number, tag: string) => guide(id, { category: 'Bike', tags: [tag] })
    const common = [3, 4, 5, 6].map((id) => elsewhere(id, 'screwdriver'))
    expect(await like([guide(1, { tags: ['screwdriver', 'gasket'] }), elsewhere(2, 'gasket'), ...common])).toEqual([2, 6, 5, 4, 3])
  })

  test('are six at most, the latest changed first, and the same each time', async () => {
    const many = Array.from({ length: 30 }, (_, at) => guide(at + 1, { modified_date: 1000 - (at % 3) }))
    const found = await like(many, 10)
    expect(found).toEqual([1, 4, 7, 13, 16, 19])
    expect(await like(many, 10)).toEqual(found)
  })

  test('exclude itself, archived guides and those it already links to', async () => {
    expect(await like([guide(1), guide(2, { isArchived: true }), guide(3), guide(4)], 1, [3])).toEqual([4])
  })

  test('do not exist for an isolated guide', async () => {
    expect(await like([guide(1), guide(2, { category: 'Bike' })])).toEqual([])
  })

  test('have title, type and category in words', async () => {
    const site = await siteOf(guidesCache([guide(1), guide(2, { title: 'Lid', type: 'teardown' })], { records: [tree] }), { base: '/r/' })
    expect(relatedGuides(site, 1, [])).toEqual([{ title: 'Lid', lang: undefined, href: '/r/guide/2/', facts: ['Teardown', 'Kettle'] }])
  })

  test('cost as much on a site of 60,000 guides with one tag and one category as on one of 15,000', async () => {
    const sites = new Map([
      [15_000, await crowded(15_000)],
      [60_000, await crowded(60_000)],
    ])
    expectFlat((size) => {
      const site = sites.get(size)
      if (site) for (let page = 1; page <= 100; page++) relatedGuides(site, page, [])
    }, 15_000)
  })
})

/** A site of this number of guides, all alike. */
async function crowded(size: number): Promise<Site> {
  const site = await siteOf(guidesCache([guide(1, { tags: ['all'] })]))
  const entry = site.catalog.guides.get(1)
  const category = site.catalog.categories.get('Kettle')
  const guides = site.catalog.guides as Map<number, GuideEntry>
  if (!entry || !category) throw new Error('The guide does not exist.')
  for (let guideid = 2; guideid <= size; guideid++) {
    guides.set(guideid, { ...entry, guideid })
    category.guideids.push(guideid)
  }
  relatedGuides(site, 1, [])
  return site
}
