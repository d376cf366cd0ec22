import { expect, test } from 'vitest'
import { guideView } from '../../../src/views/guide/guide.ts'
import { guide, guidesCache, siteOf } from '../small-site.ts'

const thing = (text: string, changes = {}) => ({
  text,
  type: '',
  quantity: 1,
  notes: '',
  url: '',
  thumbnail: '',
  isoptional: false,
  ...changes,
})
const before = (guideid: number) => ({ guideid, title: `Guide ${guideid}`, public: true })

async function neededBefore(...guides: ReturnType<typeof guide>[]) {
  const view = await guideView(await siteOf(guidesCache(guides)), 1)
  return view.neededBefore.map(({ name, quantity, optional }) => [name, quantity, optional])
}

test('what all guides before need is listed once, tools first, in the largest quantity, needed when one of them needs it', async () => {
  expect(
    await neededBefore(
      guide(1, { prerequisites: [before(2), before(3)] }),
      guide(2, { parts: [thing('Tape', { quantity: 2 })], tools: [thing('Pick'), thing('Lamp', { isoptional: true })] }),
      guide(3, {
        parts: [thing('tape', { quantity: 3 })],
        tools: [thing('Pick', { isoptional: true }), thing('Lamp', { isoptional: true })],
      }),
    ),
  ).toEqual([
    ['Pick', 1, false],
    ['Tape', 3, false],
    ['Lamp', 1, true],
  ])
})

test('what another language’s guide asks for says its language', async () => {
  const site = await siteOf(guidesCache([guide(1, { prerequisites: [before(2)] }), guide(2, { langid: 'de', tools: [thing('Zange')] })]))
  expect((await guideView(site, 1)).neededBefore.map(({ lang }) => lang)).toEqual(['de'])
})

test('what the guide itself lists is not listed again', async () => {
  const own = guide(1, { prerequisites: [before(2)], tools: [thing('Pick')], parts: [thing('Glue')] })
  expect(
    await neededBefore(own, guide(2, { tools: [thing('PICK '), thing('Pick', { type: 'bent' }), thing('Saw')], parts: [thing('Glue')] })),
  ).toEqual([
    ['Pick', 1, false],
    ['Saw', 1, false],
  ])
})

test('guides before those before count too, a circle ends, and a guide without a page has nothing to say', async () => {
  expect(
    await neededBefore(
      guide(1, { prerequisites: [before(2), before(9)] }),
      guide(2, { prerequisites: [before(3)], tools: [thing('Pick')] }),
      guide(3, { prerequisites: [before(1), before(2)], tools: [thing('Saw')] }),
    ),
  ).toEqual([
    ['Pick', 1, false],
    ['Saw', 1, false],
  ])
})
