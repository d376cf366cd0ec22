import { describe, expect, test } from 'vitest'
import { hasPage } from '../../../src/views/catalog/catalog.ts'
import { ancestorsOf } from '../../../src/views/category/category-tree.ts'
import { tagIndex } from '../../../src/views/tag/tag.ts'
import { guide, guidesCache, siteOf, wiki } from '../small-site.ts'
import { letterOf } from '../../../src/views/category/category.ts'

const titles = (categories: Iterable<{ title: string }>) => Array.from(categories, ({ title }) => title)

describe('the tree', () => {
  const nested = {
    kind: 'hierarchy' as const,
    id: '',
    body: { hierarchy: { B: { D: null, C: {} }, A: [] }, display_titles: { A: 'Ants' } },
  }
  const ordered = {
    kind: 'hierarchy-order' as const,
    id: '',
    body: [
      { title: '9 Volt', children: [] },
      { title: 'A', display_title: 'Apes', children: [{ title: '10', children: [] }, { title: '2' }] },
    ],
  }
  const bare = { kind: 'categories' as const, id: '', body: { Z: { Y: null } } }

  test('prefers the order of the ordered form', async () => {
    const { catalog } = await siteOf({ records: [nested, ordered, bare] })
    // Categories of the nested form only come after it.
    expect(titles(catalog.roots)).toEqual(['9 Volt', 'A', 'B'])
    expect(titles(catalog.categories.get('A')?.children ?? [])).toEqual(['10', '2'])
    expect(catalog.categories.get('A')?.display_title).toBe('Apes')
  })

  test('is taken from the nested form with its display titles if there is no ordered one', async () => {
    const { catalog } = await siteOf({ records: [nested, bare] })
    expect(titles(catalog.roots)).toEqual(['B', 'A'])
    expect(catalog.categories.get('A')?.display_title).toBe('Ants')
  })

  test('is taken from the bare form if there is no other', async () => {
    const { catalog } = await siteOf({ records: [bare] })
    expect(titles(ancestorsOf(catalog.categories.get('Y') ?? expect.fail()))).toEqual(['Z'])
  })

  test('has no circle if a title occurs below itself, and lists a title in both of its places', async () => {
    const { catalog } = await siteOf({ records: [{ ...bare, body: { A: { B: { A: { X: null } } }, C: { B: null } } }] })
    expect(titles(catalog.roots)).toEqual(['A', 'C'])
    expect(titles(catalog.categories.get('B')?.children ?? [])).toEqual([])
    expect(titles(catalog.categories.get('C')?.children ?? [])).toEqual(['B'])
    expect(titles(ancestorsOf(catalog.categories.get('X') ?? expect.fail()))).toEqual(['A'])
  })

  test('includes categories named only by guides or wikis, and counts guides up to the top', async () => {
    const guides = [guide(1, { category: 'C' }), guide(2, { category: 'B' }), guide(3, { category: 'Árbol_de la Vida' })]
    const { catalog } = await siteOf(guidesCache(guides, { records: [nested, wiki('Stub')] }))
    expect(catalog.categories.get('B')?.guideCount).toBe(2)
    expect(titles([...catalog.categories.values()].filter(({ inTree }) => !inTree))).toEqual(['Stub', 'Árbol de la Vida'])
  })
})

describe('the guides', () => {
  test('are in the order of the list, then those in no list', async () => {
    const cache = guidesCache([guide(5), guide(2)])
    const prerequisite = {
      kind: 'guide' as const,
      id: '1',
      body: guide(1, { title: 'Found by a link', author: { userid: 3, username: 'Bo' } }),
    }
    const { catalog } = await siteOf({ ...cache, records: [...(cache.records ?? []), prerequisite] })
    expect([...catalog.guides.keys()]).toEqual([5, 2, 1])
    expect(catalog.guides.get(1)).toMatchObject({ title: 'Found by a link', userid: 3, username: 'Bo' })
  })

  test.for([false, 0, '0', ''])('are left out if they are private, in the list or in their details: %j', async (no) => {
    const hidden = { kind: 'guide' as const, id: '3', body: guide(3, { public: no }) }
    const cache = guidesCache([guide(1), guide(2, { public: no })])
    const { catalog } = await siteOf({ ...cache, records: [...(cache.records ?? []), hidden] })
    expect([...catalog.guides.keys()]).toEqual([1])
    expect(catalog.categories.get('Kettle')?.guideids).toEqual([1])
  })

  test('are left out if they are listed but their details are not cached', async () => {
    expect((await siteOf({ lists: { guides: [guide(1)] } })).catalog.guides.size).toBe(0)
  })

  test('are archived by the list or by a flag', async () => {
    const { catalog } = await siteOf(guidesCache([guide(1, { isArchived: true }), guide(2, { flags: ['GUIDE_ARCHIVED'] }), guide(3)]))
    expect([...catalog.guides.values()].filter(({ archived }) => archived).map(({ guideid }) => guideid)).toEqual([1, 2])
  })
})

test('an author without an account has no page: 0 and negative ids are not users', async () => {
  const site = await siteOf(guidesCache([guide(1), guide(2, { userid: 0, username: '' }), guide(3, { userid: -32, username: 'Nobody' })]))
  expect([...site.catalog.users.keys()]).toEqual([7])
  expect([...site.catalog.guides.keys()]).toEqual([1, 2, 3])
})

test('tags come from the list, from their own endpoint and from wikis; false means none', async () => {
  const site = await siteOf(
    guidesCache([guide(1, { tags: ['tea', 'hot'] }), guide(2, { tags: false }), guide(3)], {
      records: [{ kind: 'guide-tags', id: '3', body: ['tea'] }, wiki('Kettle', { tags: ['steel'] })],
    }),
  )
  expect(Array.from((await tagIndex(site)).values(), ({ tag, guideids, wikis }) => [tag, guideids, wikis.length])).toEqual([
    ['hot', [1], 0],
    ['steel', [], 1],
    ['tea', [1, 3], 0],
  ])
})

test('only existing pages are reported', async () => {
  const { catalog } = await siteOf(
    guidesCache([guide(1)], {
      records: [wiki('Oil can', { namespace: 'ITEM' }), { kind: 'user', id: '9', body: { userid: 9, username: 'Cy' } }],
      lists: { 'wikis-ITEM': [{ title: 'Oil can' }, { title: 'Gone' }], teams: [{ teamid: 4, name: 'Four' }] },
    }),
  )
  const page = (ref: Parameters<typeof hasPage>[1]) => hasPage(catalog, ref)
  expect([page({ kind: 'guide', guideid: 1 }), page({ kind: 'guide', guideid: 2 })]).toEqual([true, false])
  expect([page({ kind: 'user', userid: 7 }), page({ kind: 'user', userid: 9 }), page({ kind: 'user', userid: 8 })]).toEqual([
    true,
    true,
    false,
  ])
  expect([page({ kind: 'team', teamid: 4 }), page({ kind: 'wiki', namespace: 'TEAM', title: '4' })]).toEqual([true, true])
  expect(page({ kind: 'wiki', namespace: 'ITEM', title: 'Oil_can' })).toBe(true)
  expect(page({ kind: 'wiki', namespace: 'ITEM', title: 'Gone' })).toBe(false)
  expect(page({ kind: 'wiki', namespace: 'CATEGORY', title: 'Kettle' })).toBe(true)
})

test.each([
  ['éclair', 'E'],
  ['“Quoted”', 'Q'],
  ['3D Printer', '0–9'],
  ['Ёлка', 'Е'],
  ['冷蔵庫', ''],
  ['', ''],
  ['!!!', ''],
])('%s is sorted under "%s"', (name, letter) => expect(letterOf(name, 'en')).toBe(letter))
