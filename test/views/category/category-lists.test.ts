import { expect, test } from 'vitest'
import { categoryView } from '../../../src/views/category/category.ts'
import { guide, guidesCache, siteOf, wiki } from '../small-site.ts'

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
])('a list of a category with %s stands under its heading and leads to what has a page', async (_, category_lists) => {
  const { lists } = await kettle({ category_lists })
  expect(lists).toMatchObject([
    { title: 'Hot', links: [{ title: 'Toaster', href: expect.stringMatching(TOASTER) as string, leaving: false }] },
  ])
})

test('a guide in a list leads to its page, and what has none stands there without a link', async () => {
  const { lists } = await kettle({ category_lists: [{ title: 'First', guides: [{ guideid: 1, title: 'Descale' }, { title: 'Samovar' }] }] })
  expect(lists[0]?.links).toMatchObject([
    { title: 'Descale', href: '/guide/1/' },
    { title: 'Samovar', href: undefined },
  ])
})

test('items that hold no list are one list without a heading of its own', async () => {
  const { lists } = await kettle({ category_lists: ['Toaster', { title: 'Samovar' }] })
  expect(lists.map(({ title, links }) => [title, links.map((link) => link.title)])).toEqual([['', ['Toaster', 'Samovar']]])
})

test.each([[null], [[]], ['words'], [7], [{}], [[7, null, []]], [[{ title: 'Empty', categories: [] }]]])(
  'a shape that cannot be read is no list, and the page stays: %j',
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
  'a maintenance schedule that cannot be read is none: %j',
  async (maintenance_schedule) => expect((await kettle({ maintenance_schedule })).maintenance).toEqual([]),
)
