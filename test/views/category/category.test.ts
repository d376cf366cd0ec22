import { describe, expect, test } from 'vitest'
import { categoryPaths, categoryView } from '../../../src/views/category/category.ts'
import { PAGE_SIZE } from '../../../src/views/catalog/paging.ts'
import { guide, guidesCache, image, siteOf, tree, wiki } from '../small-site.ts'

const many = (count: number, changes = {}) =>
  Array.from({ length: count }, (_, at) => guide(at + 1, { title: `Guide ${at + 1}`, ...changes }))

describe('a category with more than one page contains', () => {
  const children = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`Child ${at}`, null]))

  test('its guides by type, then its empty children, each once and no page longer than allowed', async () => {
    const site = await siteOf(
      guidesCache([...many(100), ...many(30).map((each) => ({ ...each, guideid: each.guideid + 500, type: 'teardown' }))], {
        records: [tree({ Kettle: children })],
      }),
    )
    const pages = categoryPaths(site).filter(({ title }) => title === 'Kettle')
    expect(pages.map(({ page }) => page)).toEqual([undefined, 'page/2', 'page/3'])
    const views = await Promise.all(pages.map((_, at) => categoryView(site, 'Kettle', at + 1)))
    const shown = views.map(({ sections }) => sections.map(({ id, cards, continued }) => `${id}${continued ? ' …' : ''} ${cards.length}`))
    expect(shown).toEqual([
      [expect.stringMatching(/^type-repair-\w+ 60$/)],
      [expect.stringMatching(/^type-repair-\w+ … 40$/), expect.stringMatching(/^type-teardown-\w+ 20$/)],
      [expect.stringMatching(/^type-teardown-\w+ … 10$/), 'empty 50'],
    ])
    expect(new Set(views.flatMap(({ sections }) => sections.flatMap(({ cards }) => cards.map(({ href }) => href)))).size).toBe(180)
    expect(Math.max(...views.map(({ sections }) => sections.reduce((sum, { cards }) => sum + cards.length, 0)))).toBe(PAGE_SIZE)
  })

  test('one table of contents with links to the page where each heading starts', async () => {
    const guides = [...many(70, { type: 'teardown' }), guide(99, { category: 'A' })]
    const site = await siteOf(guidesCache(guides, { records: [tree({ Kettle: { A: null } })] }), { base: '/repair/' })
    const [first, second] = await Promise.all([categoryView(site, 'Kettle', 1), categoryView(site, 'Kettle', 2)])
    expect(first.contents.map(({ heading, count }) => `${heading} ${count}`)).toEqual(['Categories 1', 'Teardowns 70'])
    expect(first.contents[1]?.href).toMatch(/^\/repair\/category\/kettle-\w+\/#type-teardown-/)
    expect(second.contents).toEqual(first.contents)
    expect(first.pager.next).toMatch(/^\/repair\/category\/kettle-\w+\/page\/2\/$/)
  })
})

test('types are in a known order, unknown ones after them, in readable words', async () => {
  const types = ['mending circle', 'teardown', '', 'LOCK_OUT', 'replacement']
  const site = await siteOf(guidesCache(types.map((type, at) => guide(at + 1, { type }))))
  const { sections } = await categoryView(site, 'Kettle', 1)
  expect(sections.map(({ heading }) => heading)).toEqual(['Replacement guides', 'Teardowns', 'Lock out', 'Mending circle', 'Guides'])
  expect(new Set(sections.map(({ id }) => id)).size).toBe(5)
})

test('children keep the order of the site, guides are sorted by title with numbers as numbers, archived ones last', async () => {
  const ordered = { kind: 'hierarchy-order' as const, id: '', body: [{ title: 'Kettle', children: [{ title: 'Zinc' }, { title: 'Alu' }] }] }
  const { object, media } = image('pot', { standard: [300, 225] })
  const guides = [
    ...[guide(1, { title: 'Part 10' }), guide(2, { title: 'Part 9' }), guide(3, { title: 'A past', isArchived: true })],
    ...[guide(4, { category: 'Zinc', image: object }), guide(5, { category: 'Alu', image: object })],
  ]
  const site = await siteOf(guidesCache(guides, { records: [ordered], media }))
  expect((await categoryView(site, 'Kettle', 1)).sections.map(({ cards }) => cards.map(({ title }) => title))).toEqual([
    ['Zinc', 'Alu'],
    ['Part 9', 'Part 10', 'A past'],
  ])
})

test('a category in the tree without a wiki has its page', async () => {
  const site = await siteOf({ records: [tree({ Ghost: null })] })
  expect(await categoryView(site, 'Ghost', 1)).toMatchObject({ title: 'Ghost', wiki: undefined, sections: [] })
})

test('an unknown category is reported as missing from the cache', async () => {
  const site = await siteOf({})
  await expect(categoryView(site, 'Ghost', 1)).rejects.toMatchObject({ code: 'ERR_RECORD_MISSING', facts: { record: 'Ghost' } })
})

test('the text, the facts with their origin and the featured guides come from its wiki, on the first page only', async () => {
  const kettle = wiki('Kettle', {
    display_title: 'Kettles',
    contents_rendered: '<p>Boils <a href="/Guide/x/1">water</a>.</p>',
    info: [
      { name: 'Supply', value: '230 V', inheritedFrom: 'Kitchen' },
      { name: 'Volume', value: '1 l', inheritedFrom: null },
    ],
    featured_guides: [{ guideid: 1 }, { guideid: 999 }],
  })
  const site = await siteOf(guidesCache(many(61), { records: [kettle, tree({ Kitchen: { Kettle: null } })] }))
  const [first, second] = await Promise.all([categoryView(site, 'Kettle', 1), categoryView(site, 'Kettle', 2)])
  expect(first.title).toBe('Kettles')
  expect(first.wiki?.text).toContain('href="/guide/1/"')
  expect(first.wiki?.facts.map(({ from, fromHref }) => [from, fromHref?.startsWith('/category/kitchen-')])).toEqual([
    ['Kitchen', true],
    ['', undefined],
  ])
  expect(first.featured.map(({ title }) => title)).toEqual(['Guide 1'])
  expect(first.head.crumbs.map(({ title }) => title)).toEqual(['Categories', 'Kitchen', 'Kettles'])
  expect([second.wiki, second.featured]).toEqual([undefined, []])
})

test('a card without its own picture uses one from a guide below', async () => {
  const { object, media } = image('pot', { standard: [300, 225] })
  const site = await siteOf(
    guidesCache([guide(1, { category: 'Deep', image: object })], { records: [tree({ Top: { Mid: { Deep: null } } })], media }),
  )
  const { sections } = await categoryView(site, 'Top', 1)
  expect(sections[0]?.cards[0]).toMatchObject({ title: 'Mid', picture: { width: 300 }, facts: ['1 guide', '1 category'] })
})

async function kettle(fields: Record<string, unknown>) {
  const site = await siteOf(guidesCache([guide(1, { title: 'Descale' })], { records: [wiki('Kettle', fields), wiki('Toaster')] }))
  const { wiki: content } = await categoryView(site, 'Kettle', 1)
  if (!content) throw new Error('no wiki')
  return content
}

const TOASTER = /^\/category\/toaster-\w+\/$/

test.each([
  ['categories', [{ title: 'Hot', categories: [{ title: 'Toaster', namespace: 'CATEGORY' }] }]],
  ['items, by a name', [{ name: 'Hot', items: [{ name: 'Toaster' }] }]],
  ['bare titles', [{ heading: 'Hot', list: ['Toaster'] }]],
])('a list of a category with %s is under its heading and links to existing pages', async (_, category_lists) => {
  expect((await kettle({ category_lists })).lists).toMatchObject([
    { title: 'Hot', links: [{ title: 'Toaster', href: expect.stringMatching(TOASTER) as string, leaving: false }] },
  ])
})

test('a guide in a list links to its page, and one without a page has no link', async () => {
  const { lists } = await kettle({ category_lists: [{ title: 'First', guides: [{ guideid: 1, title: 'Descale' }, { title: 'Samovar' }] }] })
  expect(lists[0]?.links).toMatchObject([
    { title: 'Descale', href: '/guide/1/' },
    { title: 'Samovar', href: undefined },
  ])
})

test('bare items form one list without a heading', async () => {
  const { lists } = await kettle({ category_lists: ['Toaster', { title: 'Samovar' }] })
  expect(lists.map(({ title, links }) => [title, links.map((link) => link.title)])).toEqual([['', ['Toaster', 'Samovar']]])
})

test.each([[null], [[]], ['words'], [7], [{}], [[7, null, []]], [[{ title: 'Empty', categories: [] }]]])(
  'an invalid shape is ignored, and the page still made: %j',
  async (category_lists) => expect((await kettle({ category_lists })).lists).toEqual([]),
)

test.each([
  ['a list of tasks', [{ title: 'Descale', interval: 'Monthly' }]],
  ['tasks by other words', [{ name: 'Descale', frequency: 'Monthly' }]],
  ['an object of schedules', { schedules: [{ task: 'Descale', triggers: ['Monthly'] }], inheritedFrom: 'Kitchen' }],
  ['triggers as objects', { schedules: [{ task: 'Descale', triggers: [{ description: 'Monthly' }] }] }],
])('a maintenance schedule is read from %s', async (_, maintenance_schedule) => {
  expect((await kettle({ maintenance_schedule })).maintenance).toMatchObject([{ title: 'Descale', note: 'Monthly' }])
})

test.each([[null], [false], ['words'], [7], [{}], [{ schedules: null }], [[7]], [[{ interval: 7 }]]])(
  'an invalid maintenance schedule is ignored: %j',
  async (maintenance_schedule) => expect((await kettle({ maintenance_schedule })).maintenance).toEqual([]),
)
