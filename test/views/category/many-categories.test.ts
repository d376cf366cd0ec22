import { expect, test } from 'vitest'
import { categoryView } from '../../../src/views/category/category.ts'
import { guide, guidesCache, image, siteOf, tree } from '../small-site.ts'

const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]))
const { object, media } = image('pot', { standard: [300, 225] })
const MODELS = Array.from({ length: 16 }, (_, at) => `${'ÉÄEB9'[at % 5] ?? ''}model ${at}`)
const sectionsOf = async (cache: Parameters<typeof siteOf>[0], title = 'Kettle') =>
  (await categoryView(await siteOf(cache), title, 1)).sections

test('categories mostly without pictures are listed by name, below their first letters', async () => {
  const guides = MODELS.map((category, at) => guide(at + 1, { category, ...(at < 7 && { image: object }) }))
  const [section] = await sectionsOf(guidesCache(guides, { records: [tree({ Kettle: named(MODELS) })], media }))
  expect(section).toMatchObject({ id: 'categories', form: 'names' })
  expect(section?.cards.map(({ title }) => title[0]?.normalize('NFD')[0]).join('')).toBe('999AAABBBEEEEEEE')
  expect(section?.letters.filter(Boolean)).toEqual(['0–9', 'A', 'B', 'E'])
})

test('if half of them have one they are cards, in the order of the site', async () => {
  const guides = MODELS.map((category, at) => guide(at + 1, { category, ...(at < 8 && { image: object }) }))
  const [section] = await sectionsOf(guidesCache(guides, { records: [tree({ Kettle: named(MODELS) })], media }))
  expect(section?.form).toBe('cards')
})

test('few names have no letters', async () => {
  const guides = MODELS.slice(0, 4).map((category, at) => guide(at + 1, { category }))
  const [section] = await sectionsOf(guidesCache(guides, { records: [tree({ Kettle: named(MODELS.slice(0, 4)) })] }))
  expect(section).toMatchObject({ form: 'names', letters: ['', '', '', ''] })
})

test('categories without guides are last, separate and muted', async () => {
  const guides = [guide(1, { category: 'Deep' }), guide(2)]
  const sections = await sectionsOf(guidesCache(guides, { records: [tree({ Kettle: { Bare: null, Mid: { Deep: null }, Also: null } })] }))
  expect(sections.map(({ id, form, cards }) => [id.replace(/-\w+-\w+$/, ''), form, ...cards.map(({ title }) => title)])).toEqual([
    ['categories', 'names', 'Mid'],
    ['type', 'cards', 'Guide 2'],
    ['empty', 'muted', 'Also', 'Bare'],
  ])
})

test('on a site without guides no category is muted', async () => {
  const sections = await sectionsOf({ records: [tree({ Kettle: { Small: null, Large: null } })] })
  expect(sections).toMatchObject([{ id: 'categories', form: 'names' }])
})

test('many guides without pictures are listed by name, archived ones last; few remain cards', async () => {
  const guides = Array.from({ length: 9 }, (_, at) => guide(at + 1, { title: `Part ${at + 1}`, isArchived: at === 0 }))
  const [names] = await sectionsOf(guidesCache(guides))
  expect(names?.form).toBe('names')
  expect(names?.cards.map(({ title }) => title).at(-1)).toBe('Part 1')
  const [few] = await sectionsOf(guidesCache(guides.slice(0, 8)))
  expect(few?.form).toBe('cards')
})

test("the picture of a guide's last step represents a category without guide pictures, archived guides only as a last resort", async () => {
  const steps = [{ stepid: 1, lines: [], media: { type: 'image', data: [object] } }]
  const past = image('past', { standard: [200, 150] })
  const guides = [
    guide(1, { category: 'Deep', steps }),
    guide(2, { category: 'Two', isArchived: true, image: past.object }),
    guide(3, { category: 'Two', image: object }),
  ]
  const records = [tree({ Kettle: { Deep: null, Two: null } })]
  const [section] = await sectionsOf(guidesCache(guides, { records, media: { ...media, ...past.media } }))
  expect(section?.cards).toMatchObject([
    { title: 'Deep', picture: { width: 300 } },
    { title: 'Two', picture: { width: 300 } },
  ])
})
