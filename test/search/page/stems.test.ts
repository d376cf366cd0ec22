import { describe, expect, test } from 'vitest'
import { guideOf as guide } from '../documents.ts'
import { queryOf, searchForAll } from '../opened.ts'

const english = searchForAll([
  guide(1, 'Kettle switch', 'The disc is tired. It is based on a coil.'),
  guide(2, 'Wheel', 'Take both tires off. The tyre is flat.'),
  guide(3, 'Hub', 'Bearings in it, and grease.'),
  guide(4, 'Bench', 'Bear with us, the tires are tired.'),
  guide(5, 'Lid', 'It is jammed.'),
  guide(6, 'V-Brake', 'Of a rim.'),
  guide(7, 'Rim brake', 'Of a wheel.'),
])
const german = searchForAll(
  [
    guide(1, 'Battery Replacement', 'Take the battery out.'),
    guide(2, 'Laptopakku wechseln', 'Er ist leer.', 'de'),
    guide(3, 'Telefon', 'Der Akku ist leer.', 'de'),
  ],
  'de',
)

describe('another word of the same stem', () => {
  test.each([
    ['tire', ['Bench', 'Wheel']],
    ['tyre', ['Bench', 'Wheel']],
    ['tired', ['Bench', 'Kettle switch']],
    ['bearing', ['Hub']],
    ['base', []],
  ])('is no result, and is not counted: %s', async (typed, titles) => {
    const { total } = await english.engine.search(queryOf(typed))
    expect([total, (await english.titles(typed)).toSorted()]).toEqual([titles.length, titles])
  })

  test('is found where it is a form of the word', async () => {
    expect(await english.titles('jamming')).toEqual(['Lid'])
    expect(await english.titles('basing')).toEqual(['Kettle switch'])
  })
})

describe('what is said of a result', () => {
  test('names the other word in the form that the page has', async () => {
    expect((await english.find('lid stuck'))[0]).toMatchObject({ title: 'Lid', also: ['jammed'], without: [] })
    expect((await german.find('Akku')).find(({ title }) => title === 'Battery Replacement')).toMatchObject({
      also: ['battery'],
      without: [],
    })
  })

  test('is nothing where the page has the word itself, in part, or with a sign in it', async () => {
    expect((await english.find('v brake')).find(({ title }) => title === 'V-Brake')).toMatchObject({ also: [], without: [] })
    for (const title of ['Laptopakku wechseln', 'Telefon'])
      expect((await german.find('Akku leer')).find((hit) => hit.title === title)).toMatchObject({ also: [], without: [] })
  })
})
