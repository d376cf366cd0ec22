import { describe, expect, test } from 'vitest'
import { ask, serve, serveSample } from './peer.ts'

const TREE = { Home: { Kitchen: { Kettle: null, Pan: {} }, Attic: [] }, Garden: { Shed: null } }
const answer = (display_titles: object) => JSON.stringify({ hierarchy: TREE, display_titles }, null, 2)
const category = (title: string, flags: unknown) => ({ kind: 'wiki', id: `CATEGORY/${title}`, body: { title, flags } }) as const
const content = {
  records: [
    { kind: 'hierarchy', id: '', body: answer({ Kettle: 'Kettles', Pan: 'Pans', Shed: 'Sheds' }) } as const,
    { kind: 'hierarchy', id: '', lang: 'de', body: answer({ Kettle: 'Wasserkocher' }) } as const,
    category('Kettle', []),
    category('Pan', { CATEGORY_STUB: { title: 'Stub', text: '' } }),
    category('Garden', ['CATEGORY_STUB']),
    category('Attic', { text: 'A STUB is a short thing.' }),
  ],
  lists: {
    guides: [
      { guideid: 1, category: 'Pan' },
      { guideid: 2, category: 'Attic', public: false },
      { guideid: 3, category: 'Nowhere' },
    ],
  },
}
const PATH = '/wikis/CATEGORY?display=hierarchy'

test('the whole tree comes as it was stored', async () => {
  const { api } = await serve(content)
  expect(await (await fetch(`${api}${PATH}&includeStubs=true`)).text()).toBe(content.records[0]?.body)
})

test('stubs are left out unless they are asked for, but not what lies below them', async () => {
  expect((await ask(await serve(content), PATH)).body).toEqual({
    hierarchy: { Home: { Kitchen: { Kettle: null }, Attic: null }, Garden: { Shed: null } },
    display_titles: { Kettle: 'Kettles', Shed: 'Sheds' },
  })
})

test('requireGuides leaves the categories with public guides, and those above them', async () => {
  const service = await serve(content)
  const pans = { hierarchy: { Home: { Kitchen: { Pan: null } } }, display_titles: { Pan: 'Pans' } }
  expect((await ask(service, `${PATH}&requireGuides=true&includeStubs=1`)).body).toEqual(pans)
  expect((await ask(service, `${PATH}&requireGuides=false&includeStubs=1`)).body).toMatchObject({ hierarchy: TREE })
})

test('requireGuides takes "_" and a space in a title for the same, in guides and in the tree', async () => {
  const answer = JSON.stringify({ hierarchy: { 'Phone 3': null, Radio_FM: null, Lamp: null }, display_titles: {} })
  const guides = ['Phone_3', 'Radio FM'].map((category, n) => ({ guideid: n + 1, category }))
  const service = await serve({ records: [{ kind: 'hierarchy', id: '', body: answer }], lists: { guides } })
  expect((await ask(service, `${PATH}&requireGuides=true`)).body).toMatchObject({ hierarchy: { 'Phone 3': null, Radio_FM: null } })
  expect((await ask(service, `${PATH}&requireGuides=true`)).body).not.toMatchObject({ hierarchy: { Lamp: null } })
})

test('langid translates the displayed titles', async () => {
  const service = await serve(content)
  expect((await ask(service, `${PATH}&langid=de`)).body).toMatchObject({ display_titles: { Kettle: 'Wasserkocher' } })
  expect((await ask(service, `${PATH}&langid=fr`)).body).toMatchObject({ display_titles: { Kettle: 'Kettles' } })
})

test('a form that the service lacked is 404', async () => {
  const service = await serve(content)
  for (const path of ['/categories', '/wikis/CATEGORY?display=hierarchyOrder']) expect((await ask(service, path)).status).toBe(404)
})

test('the sample has every form', async () => {
  const service = await serveSample()
  expect((await ask(service, '/categories')).body).toHaveProperty('Bicycle.Bicycle Brakes')
  expect((await ask(service, PATH)).body).toHaveProperty('hierarchy.Bicycle.Bicycle Brakes')
  expect((await ask(service, '/wikis/CATEGORY?display=hierarchyOrder')).body).toContainEqual(expect.objectContaining({ title: 'Bicycle' }))
})

describe('the children of a category without a page', () => {
  const tree = { Kitchen: { Kettle: { 'Kettle 2': null }, Pan: null } }
  const lists = { 'wikis-CATEGORY': [{ wikiid: 5, title: 'Kettle', display_title: 'Kettles' }] }
  test.for([
    ['hierarchy', { hierarchy: tree, display_titles: { Pan: 'Pans' } }, 'Pans'],
    ['categories', tree, 'Pan'],
  ] as const)('come out of the tree (%s), as the list of categories has them', async ([kind, body, shown]) => {
    const service = await serve({ records: [{ kind, id: '', body }], lists })
    expect(await ask(service, '/wikis/CATEGORY/Kitchen/children')).toEqual({
      status: 200,
      body: [lists['wikis-CATEGORY'][0], { namespace: 'CATEGORY', title: 'Pan', display_title: shown }],
    })
    expect((await ask(service, '/wikis/CATEGORY/Kettle_2/children')).body).toEqual([])
    expect((await ask(service, '/wikis/CATEGORY/Garden/children')).status).toBe(404)
  })
})
