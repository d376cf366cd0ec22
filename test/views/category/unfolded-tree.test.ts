import { expect, test } from 'vitest'
import { categoriesView } from '../../../src/views/category/categories.ts'
import type { TreeNode } from '../../../src/views/category/unfolded-tree.ts'
import { guide, guidesCache, siteOf } from '../small-site.ts'

interface Nested {
  [name: string]: Nested | null
}

const treeOf = async (tree: Nested, page = 1): Promise<TreeNode[]> => {
  const cache = guidesCache([guide(1, { category: 'Deep' })], { records: [{ kind: 'categories', id: '', body: tree }] })
  return (await categoriesView(await siteOf(cache), page)).tree
}
const many = (count: number, prefix: string, below: Nested | null = null): Nested =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix} ${at}`, below]))
const countOf = (nodes: readonly TreeNode[]): number => nodes.reduce((sum, { below }) => sum + 1 + countOf(below), 0)

test('a small tree is unfolded as a whole, with the guides that each category leads to', async () => {
  const tree = await treeOf({ Kettle: { Mid: { Deep: null }, Bare: null }, Pan: null })
  expect(tree).toMatchObject([
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

test('a tree of one level is what its cards show, and pages after the first do not repeat it', async () => {
  expect(await treeOf(many(70, 'Pan'))).toEqual([])
  expect(await treeOf({ ...many(70, 'Pan'), Kettle: { Deep: null } }, 2)).toEqual([])
})

test('of a large tree come as many names as fit on a page, the upper levels first; what is left out is counted', async () => {
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
