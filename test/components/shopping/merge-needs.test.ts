import { expect, test } from 'vitest'
import type { ListedGuide, ListedThing } from '../../../src/components/shopping/kept-list.ts'
import { listText } from '../../../src/components/shopping/list-text.ts'
import { mergeNeeds } from '../../../src/components/shopping/merge-needs.ts'

const thing = (name: string, changes: Partial<ListedThing> = {}): ListedThing => ({
  key: name.toLowerCase(),
  name,
  isPart: false,
  count: 1,
  isOptional: false,
  isBefore: false,
  notes: '',
  href: '',
  ...changes,
})
const part = (name: string, count: number, changes: Partial<ListedThing> = {}) => thing(name, { isPart: true, count, ...changes })
const guide = (guideid: string, things: ListedThing[], before: string[] = []): ListedGuide => ({
  guideid,
  path: `/guide/${guideid}/`,
  title: `Guide ${guideid}`,
  before,
  things,
})
const short = (guides: ListedGuide[]) =>
  mergeNeeds(guides, 'en').map(({ name, count, guides }) => `${count} ${name} for ${guides.map(({ guideid }) => guideid).join('+')}`)

test('parts are added up, and of a tool the most that one guide asks for is enough', () => {
  const guides = [
    guide('1', [part('AA battery', 2), thing('Clamp', { count: 2 })]),
    guide('2', [part('AA battery', 3), thing('Clamp'), thing('Awl')]),
  ]
  expect(short(guides)).toEqual(['5 AA battery for 1+2', '1 Awl for 2', '2 Clamp for 1+2'])
})

test('names of one thing in two languages are one thing; a tool and a part of one name are two', () => {
  const guides = [
    guide('1', [thing('Spudger')]),
    guide('2', [thing('Hebel', { key: 'spudger', notes: 'flach', href: 'https://shop.example/' }), part('Spudger', 1)]),
  ]
  expect(short(guides)).toEqual(['1 Spudger for 1+2', '1 Spudger for 2'])
  expect(mergeNeeds(guides, 'en')[0]).toMatchObject({ notes: ['flach'], href: 'https://shop.example/' })
})

test('what one guide can do without and another cannot is needed, and what all can do without stands last', () => {
  const optional = { isOptional: true }
  const guides = [guide('1', [thing('Awl', optional), thing('Bench', optional)]), guide('2', [thing('Awl'), thing('Clamp')])]
  expect(mergeNeeds(guides, 'en').map(({ name, isOptional }) => [name, isOptional])).toEqual([
    ['Awl', false],
    ['Clamp', false],
    ['Bench', true],
  ])
})

test('what a guide needs for one to do first counts once where that is on the list as well', () => {
  const second = guide('2', [part('Screw', 4), part('Battery', 1, { isBefore: true })], ['/guide/1/'])
  const first = guide('1', [part('Battery', 1)])
  expect(short([second])).toEqual(['1 Battery for 2', '4 Screw for 2'])
  expect(short([second, first])).toEqual(['1 Battery for 1', '4 Screw for 2'])
  const other = guide('3', [part('Battery', 1)])
  expect(short([second, other])).toEqual(['2 Battery for 2+3', '4 Screw for 2'])
})

test('the text has boxes, counts, notes and guides, and last where the guides are', () => {
  const guides = [
    guide('1', [part('AA battery', 2, { notes: 'alkaline' }), thing('Awl', { isOptional: true })]),
    guide('2', [part('AA battery', 1)]),
  ]
  const words = { title: 'Shopping list', tools: 'Tools', parts: 'Parts', guides: 'Guides', optional: 'optional' }
  const text = listText(mergeNeeds(guides, 'en'), guides, words, {
    has: ({ name }) => name === 'Awl',
    addressOf: ({ path }) => `https://site.example${path}`,
  })
  expect(text.split('\n')).toEqual([
    'Shopping list',
    '',
    'Parts',
    '☐ 3 × AA battery, alkaline (Guide 1 · Guide 2)',
    '',
    'Tools',
    '☑ Awl, optional (Guide 1)',
    '',
    'Guides',
    'Guide 1: https://site.example/guide/1/',
    'Guide 2: https://site.example/guide/2/',
    '',
  ])
  const toolsOnly = [guide('3', [thing('Awl')])]
  const shorter = listText(mergeNeeds(toolsOnly, 'en'), toolsOnly, words, { has: () => false, addressOf: ({ path }) => path })
  expect(shorter).not.toContain('Parts')
})
