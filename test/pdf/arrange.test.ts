import { expect, test } from 'vitest'
import { arrange, type BookGuide, type Branch, type PlacedGuide } from '../../src/pdf/arrange.ts'
import { chaptersOf } from '../../src/pdf/book.ts'

const branch = (page: string, ...below: Branch[]): Branch => ({ page, title: page.toUpperCase(), below })

/** A guide whose breadcrumbs have these categories. */
const guide = (guideid: number, ...pages: string[]): BookGuide => ({
  guideid,
  lang: undefined,
  path: `/guide/${guideid}/`,
  categories: pages.map((page) => ({ page, title: `The ${page}` })),
  isArchived: false,
})

const shown = (guides: readonly PlacedGuide[]) => guides.map(({ guideid, above }) => [guideid, ...above.map(({ title }) => title)])

test('guides come as the tree has their categories, a category’s own before those below it', () => {
  const tree = [branch('toaster'), branch('kettle', branch('lid'), branch('base'))]
  const guides = [
    guide(1, 'home', 'kitchen', 'kettle', 'base'),
    guide(2, 'home', 'kitchen', 'kettle'),
    guide(3, 'home', 'kitchen', 'toaster'),
    guide(4, 'home', 'kitchen'),
    guide(9, 'home', 'kitchen', 'kettle', 'lid'),
    guide(10, 'home', 'kitchen', 'kettle', 'lid'),
  ]
  expect(shown(arrange(guides, 'kitchen', tree, 'en'))).toEqual([
    [4],
    [3, 'The toaster'],
    [2, 'The kettle'],
    [9, 'The kettle', 'The lid'],
    [10, 'The kettle', 'The lid'],
    [1, 'The kettle', 'The base'],
  ])
})

test('a category that breadcrumbs have at another place stands where the tree of the book has it, under the tree’s name if need be', () => {
  const tree = [branch('cables', branch('charger'))]
  expect(shown(arrange([guide(1, 'phone', 'plugs', 'charger')], 'laptop', tree, 'en'))).toEqual([[1, 'CABLES', 'The charger']])
})

test('without a tree breadcrumbs decide, and categories come by their titles', () => {
  const guides = [guide(1, 'home', 'lamp 10'), guide(2, 'home', 'lamp 9', 'socket'), guide(3, 'home'), guide(4, 'elsewhere')]
  expect(shown(arrange(guides, 'home', undefined, 'en'))).toEqual([[3], [4], [2, 'The lamp 9', 'The socket'], [1, 'The lamp 10']])
})

test('a category that the tree lacks comes after those that it has', () => {
  const guides = [guide(1, 'home', 'attic'), guide(2, 'home', 'kitchen')]
  expect(shown(arrange(guides, 'home', [branch('kitchen')], 'en'))).toEqual([
    [2, 'The kitchen'],
    [1, 'The attic'],
  ])
})

test('a category begins with the first guide in it or below it, and once', () => {
  const tree = [branch('kettle', branch('lid'), branch('base')), branch('toaster')]
  const guides = [
    guide(1, 'home', 'kettle', 'lid'),
    guide(2, 'home', 'kettle', 'base'),
    guide(3, 'home', 'kettle', 'base'),
    guide(4, 'home', 'toaster'),
  ]
  const chapters = chaptersOf(arrange(guides, 'home', tree, 'en'), ({ path }) => path)
  expect(
    chapters.map(({ place, depth, opens }) => [place, depth, ...opens.map((one) => `${one.place} ${one.depth} ${one.title}`)]),
  ).toEqual([
    ['guide-1', 2, 'part-1 1 The kettle', 'part-2 2 The lid'],
    ['guide-2', 2, 'part-3 2 The base'],
    ['guide-3', 2],
    ['guide-4', 1, 'part-4 1 The toaster'],
  ])
})
