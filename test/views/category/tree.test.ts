import { expect, test } from 'vitest'
import { categoriesView } from '../../../src/views/category/categories.ts'
import type { TreeNode } from '../../../src/views/category/unfolded-tree.ts'
import { guide, guidesCache, siteOf, wiki } from '../small-site.ts'
import { addressesOf } from '../../../src/build/hosts/service-addresses.ts'
import { pathOf } from '../../../src/routes.ts'
import { categoryPaths, categoryView } from '../../../src/views/category/category.ts'
import { searchDocuments } from '../../../src/views/search/search-documents.ts'
import { hrefOf } from '../../../src/views/site/links.ts'

interface Nested {
  [name: string]: Nested | null
}

const viewOf = async (tree: Nested, page = 1) => {
  const cache = guidesCache([guide(1, { category: 'Deep' })], { records: [{ kind: 'categories', id: '', body: tree }] })
  return categoriesView(await siteOf(cache), page)
}
const treeOf = async (tree: Nested, page?: number): Promise<TreeNode[]> => (await viewOf(tree, page)).tree
const many = (count: number, prefix: string, below: Nested | null = null): Nested =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix} ${at}`, below]))
const countOf = (nodes: readonly TreeNode[]): number => nodes.reduce((sum, { below }) => sum + 1 + countOf(below), 0)

test('a small tree is fully expanded, with the number of guides of each category', async () => {
  expect(await treeOf({ Kettle: { Mid: { Deep: null }, Bare: null }, Pan: null })).toMatchObject([
    {
      title: 'Kettle',
      guides: '1 guide',
      below: [
        { title: 'Mid', guides: '1 guide', below: [{ title: 'Deep', href: '/category/deep-c54e3625/', below: [], more: '' }] },
        { title: 'Bare', guides: '', below: [] },
      ],
    },
    { title: 'Pan', guides: '', more: '' },
  ])
})

test('a tree of one level is not shown beside its cards, nor a tree on pages after the first', async () => {
  expect(await treeOf(many(70, 'Pan'))).toEqual([])
  expect(await treeOf({ ...many(70, 'Pan'), Kettle: { Deep: null } }, 2)).toEqual([])
})

test('a large tree shows as many names as fit on a page, upper levels first, and counts the rest', async () => {
  const tree = await treeOf({ Wide: many(990, 'Model'), Kettle: { Mid: many(8, 'Part'), Small: { Deep: null } } })
  expect(countOf(tree)).toBeLessThanOrEqual(1000)
  const [wide, kettle] = tree
  expect(wide).toMatchObject({ more: '' })
  expect(wide?.below).toHaveLength(990)
  expect(kettle?.below.map(({ title, more, below }) => [title, more, below.length])).toEqual([
    ['Mid', '8 categories', 0],
    ['Small', '', 1],
  ])
  const [huge] = await treeOf({ Huge: many(5000, 'Model'), Kettle: { Deep: null } })
  expect(huge).toMatchObject({ below: [], more: '5,000 categories' })
})

test('a tree that lacks names leads to the search of all categories; another does not', async () => {
  const { whole } = await viewOf({ Huge: many(5000, 'Model'), Kettle: { Deep: null } })
  expect(whole).toEqual({ href: '/search/?kind=category', title: 'Search all 5,003 categories' })
  expect((await viewOf({ Wide: many(990, 'Model'), Kettle: { Deep: null } })).whole).toBeUndefined()
  expect((await viewOf(many(5000, 'Pan'))).whole).toBeUndefined()
})

const TREE = { Kitchen: { Kettle: null, Toaster: null, Oven: { Range: null }, Mixer: null, Juicer: null, Blender: null }, Garden: null }
const RECORDS = [
  { kind: 'categories' as const, id: '', body: TREE },
  wiki('Toaster', { display_title: 'Toasters', image: { id: 1, guid: 'x' } }),
  wiki('Mixer', { contents_rendered: '<p>Mixes.</p>' }),
  wiki('Juicer'),
  { ...wiki('Juicer', { contents_rendered: '<p>Entsaftet.</p>' }), lang: 'de' },
  { ...wiki('Blender'), body: 'damaged' },
]
const cache = guidesCache([guide(1)], { manifest: { translations: ['de'] }, records: RECORDS })
const category = (title: string) => ({ kind: 'wiki' as const, namespace: 'CATEGORY' as const, title })
const listing = () => siteOf(cache, { emptyCategories: 'listed' })

test('each category has a page by default', async () => {
  const pages = categoryPaths(await siteOf(cache)).map(({ title }) => title)
  expect(pages).toEqual(['Kitchen', 'Kettle', 'Toaster', 'Oven', 'Range', 'Mixer', 'Juicer', 'Blender', 'Garden'])
})

test('a subcategory without guides and text is listed, unless it is translated or unreadable', async () => {
  expect(categoryPaths(await listing()).map(({ title }) => title)).toEqual([
    'Kitchen',
    'Kettle',
    'Oven',
    'Mixer',
    'Juicer',
    'Blender',
    'Garden',
  ])
})

test('its name is on the page of its parent', async () => {
  const listed = await listing()
  expect((await categoryView(listed, 'Kitchen', 1)).listed).toEqual(['Toaster'])
  const { listed: below, sections } = await categoryView(listed, 'Oven', 1)
  expect([below, sections]).toEqual([['Range'], []])
})

test('links, addresses of the service and the search lead to the parent', async () => {
  const listed = await listing()
  expect(hrefOf(listed, category('Toaster'))).toBe(hrefOf(listed, category('Kitchen')))
  const { titles } = await addressesOf(listed, new Set())
  expect(titles.find(({ title }) => title === 'Range')).toEqual({ kind: 'CATEGORY', title: 'Range', path: pathOf(category('Oven')) })
  const documents = await Array.fromAsync(searchDocuments(listed))
  expect(documents.filter(({ text }) => text.includes('Toaster')).map(({ title }) => title)).toEqual(['Kitchen'])
})

test('if untranslated pages are hidden, a language has the same list', async () => {
  const german = await (await siteOf(cache, { emptyCategories: 'listed', fallback: 'hide' })).in('de')
  expect(categoryPaths(german).map(({ title }) => title)).toEqual(['Kitchen', 'Juicer'])
})
