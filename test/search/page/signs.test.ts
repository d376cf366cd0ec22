import { describe, expect, test } from 'vitest'
import { unglued } from '../../../src/search/page/plan/glued.ts'
import { signedIn } from '../../../src/search/signs.ts'
import { documentOf } from '../documents.ts'
import { searchForAll } from '../opened.ts'

const TITLES = [
  'Samsung SM-S918B screen',
  'Router Wi-Fi 6E antenna',
  'iPhone 15 Pro Max battery',
  'Galaxy S23 Ultra back glass',
  'Galaxy S22 Ultra',
  'Galaxy S23',
  'Cable USB-C 3.2',
  'C++ for microcontrollers',
  'C# basics',
  'Vitamin C',
  '.NET runtime',
  'Net of a trampoline',
  'Module 3a+b',
  'Module 1a+b',
  'Module 3',
  'Module 4',
  'Kettle 1.7 L',
  'Kettle 17',
  'Screen 13" frame',
  'Screen 13 frame',
]
const TEXTS = {
  Nut: 'Take a 1/2" nut.',
  Hole: 'A ½ inch hole, of which 12 are drilled.',
  Twelve: '12 bolts, page 12.',
  Pipe: 'Of 1-1/2" steel.',
  Tube: 'Of 1½ inch steel.',
  Bit: 'Of 3/8, drill it.',
  Page: 'Page 38.',
  Case: 'The 13-inch one.',
}

const named = TITLES.map((title, at) => documentOf(`/guide/${at + 1}/`, title, { text: 'Open it.' }))
const written = Object.entries(TEXTS).map(([title, text], at) => documentOf(`/guide/${at + 101}/`, title, { text }))
const site = searchForAll([...named, ...written])

describe('a number with a sign', () => {
  test.each([
    ['1/2"', ['Nut', 'Hole']],
    ['½', ['Nut', 'Hole']],
    ['1/2 inch', ['Nut', 'Hole']],
    ['1-1/2', ['Pipe', 'Tube']],
    ['1½', ['Pipe', 'Tube']],
    ['1 1/2 in', ['Pipe', 'Tube']],
    ['3/8', ['Bit']],
  ])('%s finds what names it, in any spelling, and no other number', async (typed, titles) => {
    expect((await site.titles(typed)).toSorted()).toEqual(titles.toSorted())
  })

  test.each(['1.7 kettle', 'kettle 1,7', '1.7l kettle'])('comes before the number without it: %s', async (typed) => {
    const [first, second] = await site.find(typed)
    expect([first?.title, first?.without]).toEqual(['Kettle 1.7 L', []])
    expect(second?.without).toContainEqual(expect.stringMatching(/^1[.,]7$/))
  })

  test.each(['13" frame', '13 inch frame', '13-inch frame', '13″ frame', '13in frame'])(
    'in inches comes before the number alone: %s',
    async (typed) => {
      expect((await site.titles(typed))[0]).toBe('Screen 13" frame')
      expect(await site.titles('13 inch')).toContain('Case')
    },
  )

  test('is marked where it stands', async () => {
    expect((await site.find('½'))[0]?.excerpt).toMatch(/<mark>(?:1\/2"|½)<\/mark>/)
  })
})

test.each([
  ['c++', 'C++ for microcontrollers'],
  ['C#', 'C# basics'],
  ['.net', '.NET runtime'],
])('the signs of a name count: %s', async (typed, title) => expect((await site.titles(typed))[0]).toBe(title))

test('a page that has of words and numbers the numbers alone is no result', async () => {
  const found = await site.titles('module 3 antenna')
  expect(found).toContain('Module 3')
  expect(found).toContain('Router Wi-Fi 6E antenna')
  expect(await site.titles('usb 3')).toEqual(['Cable USB-C 3.2'])
})

test.each(['module 3a', 'module 3 a', 'Module 3A', 'module 3-a'])('a model means itself, and others stand behind: %s', async (typed) => {
  const found = await site.find(typed)
  expect(found.slice(0, 2).map(({ title }) => title)).toContain('Module 3a+b')
  expect(found.find(({ title }) => title === 'Module 3a+b')?.without).toEqual([])
  expect(found.find(({ title }) => title === 'Module 4')?.without).toHaveLength(1)
})

describe('a name that was typed as one word', () => {
  test.each([
    ['s918b', 'Samsung SM-S918B screen'],
    ['wifi6e', 'Router Wi-Fi 6E antenna'],
    ['iphone15promax', 'iPhone 15 Pro Max battery'],
    ['s23ultra', 'Galaxy S23 Ultra back glass'],
    ['usbc3', 'Cable USB-C 3.2'],
    ['galaxys23', 'Galaxy S23'],
    ['galaxys22ultra', 'Galaxy S22 Ultra'],
  ])('is found as the site writes it: %s', async (typed, title) => {
    const [first] = await site.find(typed)
    expect([first?.title, first?.without]).toEqual([title, []])
  })

  test.each([
    ['a1707', ['air']],
    ['18f4550', ['pic']],
    ['470uf', ['fuse']],
    ['saw1saw', ['phone']],
  ])('stays one where the site has no parts of it: %s', (typed, known) => expect(unglued(typed, new Set(known))).toBeUndefined())
})

test.each([
  ['M6x1/2 and 1/2"x1"', ['1/2', '1/2"', '1"']],
  ['.25x6 of 12”', ['0.25', '12"']],
  ['5\' 3-3/4"', ['3-3/4"', '3-3/4']],
  ['step 13 in the guide, 37-622', []],
  ['foo.net, A+B, a+', ['a+']],
])('in %s is named %j', (text, signed) => expect(signedIn(text)).toEqual(signed))
