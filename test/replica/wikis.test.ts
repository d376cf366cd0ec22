import { describe, expect, test } from 'vitest'
import { ask, askRaw, column, record, serve, serveSample } from './peer.ts'

const wiki = (title: string, rest: object = {}, namespace = 'CATEGORY') =>
  record('wiki', `${namespace}/${title}`, { wikiid: 1, namespace, title, ...rest })
const ODD = [
  'Dell XPS 15',
  'Dell XPS 15"',
  'dell xps 15',
  'Kettle ',
  'Kettle\u00a0',
  'A  B',
  'AC/DC',
  'C++',
  '100%',
  '薬缶',
  '..',
  'Why? & how',
  'a/tags/b',
]

describe('a wiki', () => {
  test.for(ODD)('is found by its exact title: %s', async (title) => {
    const service = await serve({ records: ODD.map((other) => wiki(other)) })
    expect(JSON.parse((await askRaw(service, `/api/2.0/wikis/CATEGORY/${encodeURIComponent(title)}`)).body)).toMatchObject({ title })
  })

  test('is found with "_" for a space, with a plain slash, and with "+" as in links', async () => {
    const service = await serve({ records: ODD.map((title) => wiki(title)) })
    const titles = { Dell_XPS_15: 'Dell XPS 15', 'AC/DC': 'AC/DC', 'Dell+XPS+15': 'Dell XPS 15', 'C++': 'C++' }
    for (const [path, title] of Object.entries(titles))
      expect((await ask(service, `/wikis/CATEGORY/${path}`)).body).toMatchObject({ title })
  })

  test('is found in its own namespace only', async () => {
    const service = await serve({ records: [wiki('1', {}, 'TEAM'), wiki('1', {}, 'USER')] })
    expect((await ask(service, '/wikis/TEAM/1')).body).toMatchObject({ namespace: 'TEAM' })
    expect((await ask(service, '/wikis/user/1')).body).toMatchObject({ namespace: 'USER' })
    expect((await ask(service, '/wikis/INFO/1')).status).toBe(404)
    expect((await ask(service, '/wikis/TOPIC/1')).status).toBe(404)
  })

  test('is served in the requested language, otherwise in the source language', async () => {
    const service = await serve({ records: [wiki('Kettle', { langid: 'en' }), { ...wiki('Kettle', { langid: 'de' }), lang: 'de' }] })
    expect((await ask(service, '/wikis/CATEGORY/Kettle?langid=de')).body).toMatchObject({ langid: 'de' })
    expect((await ask(service, '/wikis/CATEGORY/Kettle?langid=it')).body).toMatchObject({ langid: 'en' })
  })

  test('lists its documents by wikiid, or by title', async () => {
    const documents = [{ documentid: 1, title: 'Manual' }]
    const records = [wiki('Kettle', { documents }), wiki('42', { documents: [] })]
    const wikis = ['Pan', 'Kettle'].map((title, at) => ({ wikiid: 7 + 2 * at, title }))
    const service = await serve({ records, lists: { 'wikis-CATEGORY': wikis } })
    for (const path of ['9', 'Kettle']) expect((await ask(service, `/wikis/CATEGORY/${path}/documents`)).body).toEqual(documents)
    expect((await ask(service, '/wikis/CATEGORY/42/documents')).body).toEqual([])
    for (const path of ['7', '8', 'Pan']) expect((await ask(service, `/wikis/CATEGORY/${path}/documents`)).status).toBe(404)
  })

  test('lists its children', async () => {
    const service = await serve({ records: [wiki('Kettle', { children: [{ title: 'Lid' }] }), wiki('Lid', { children: false })] })
    expect((await ask(service, '/wikis/CATEGORY/Kettle/children')).body).toEqual([{ title: 'Lid' }])
    expect((await ask(service, '/wikis/CATEGORY/Lid/children')).body).toEqual([])
    expect((await ask(service, '/wikis/CATEGORY/Pan/children')).status).toBe(404)
  })
})

describe('tags of a wiki', () => {
  const content = {
    records: [wiki('Kettle', { tags: ['detail'] }), wiki('Pan', { tags: ['detail'] }), record('wiki-tags', 'CATEGORY/Kettle', ['stored'])],
    lists: { 'wikis-CATEGORY': [{ title: 'Kettle', display_title: 'Water Kettle' }, { title: 'Pan' }] },
  }

  test.for(Object.entries({ Kettle: ['stored'], 'Water%20Kettle': ['stored'], Pan: ['detail'] }))(
    'of %s, by title or displayed title',
    async ([title, tags]) => {
      expect((await ask(await serve(content), `/wikis/CATEGORY/${title}/tags`)).body).toEqual(tags)
    },
  )

  test('of a missing wiki are 404', async () => {
    expect((await ask(await serve(content), '/wikis/CATEGORY/Pot/tags')).status).toBe(404)
  })
})

describe('the list of a namespace', () => {
  test('is ordered by title, and each item has a detail', async () => {
    const service = await serveSample()
    const titles = (await column(service, '/wikis/CATEGORY?limit=200', 'title')) as string[]
    expect(titles).toEqual(titles.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    expect(titles.length).toBeGreaterThan(30)
    const answers = await Promise.all(titles.map((title) => ask(service, `/wikis/CATEGORY/${encodeURIComponent(title)}`)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(30)
    expect((await ask(service, '/wikis/CATEGORY?display=titles')).body).toEqual(titles)
  })

  test('is ordered by the latest revision with modifiedSince', async () => {
    const dates = { Kettle: 300, Lid: 100.5, Pan: 200 }
    const service = await serve({
      records: Object.entries(dates).map(([title, modified_date]) => wiki(title, { modified_date })),
      lists: { 'wikis-CATEGORY': [...Object.keys(dates), 'Uncached'].map((title) => ({ title })) },
    })
    expect(await column(service, '/wikis/CATEGORY', 'title')).toEqual(['Kettle', 'Lid', 'Pan', 'Uncached'])
    expect(await column(service, '/wikis/CATEGORY?modifiedSince=100', 'title')).toEqual(['Kettle', 'Pan', 'Lid'])
    expect(await column(service, '/wikis/CATEGORY?modifiedSince=150&limit=1&offset=1', 'title')).toEqual(['Pan'])
  })

  test('has only the forms that the service knows', async () => {
    const service = await serveSample()
    expect((await ask(service, '/wikis/INFO?display=hierarchy')).status).toBe(422)
    expect((await ask(service, '/wikis/CATEGORY?display=poster')).status).toBe(422)
    expect((await ask(service, '/wikis/TOPIC')).status).toBe(404)
  })
})

const TREE = { Home: { Kitchen: { Kettle: null, Pan: {} }, Attic: [] }, Garden: { Shed: null } }
const answer = (display_titles: object) => JSON.stringify({ hierarchy: TREE, display_titles }, null, 2)
const category = (title: string, flags: unknown) => record('wiki', `CATEGORY/${title}`, { title, flags })
const content = {
  records: [
    record('hierarchy', '', answer({ Kettle: 'Kettles', Pan: 'Pans', Shed: 'Sheds' })),
    record('hierarchy', '', answer({ Kettle: 'Wasserkocher' }), 'de'),
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

test('the whole tree is served as stored', async () => {
  expect(await (await fetch(`${(await serve(content)).api}${PATH}&includeStubs=true`)).text()).toBe(content.records[0]?.body)
})

test('stubs are left out by default, but not the categories below them', async () => {
  expect((await ask(await serve(content), PATH)).body).toEqual({
    hierarchy: { Home: { Kitchen: { Kettle: null }, Attic: null }, Garden: { Shed: null } },
    display_titles: { Kettle: 'Kettles', Shed: 'Sheds' },
  })
})

test('requireGuides keeps the categories with public guides, and those above them', async () => {
  const service = await serve(content)
  const pans = { hierarchy: { Home: { Kitchen: { Pan: null } } }, display_titles: { Pan: 'Pans' } }
  expect((await ask(service, `${PATH}&requireGuides=true&includeStubs=1`)).body).toEqual(pans)
  expect((await ask(service, `${PATH}&requireGuides=false&includeStubs=1`)).body).toMatchObject({ hierarchy: TREE })
})

test('requireGuides treats "_" and a space in a title alike, in guides and in the tree', async () => {
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

describe('the children of a category without a page', () => {
  const tree = { Kitchen: { Kettle: { 'Kettle 2': null }, Pan: null } }
  const lists = { 'wikis-CATEGORY': [{ wikiid: 5, title: 'Kettle', display_title: 'Kettles' }] }
  test.for([
    ['hierarchy', { hierarchy: tree, display_titles: { Pan: 'Pans' } }, 'Pans'],
    ['categories', tree, 'Pan'],
  ] as const)('are taken from the tree (%s), with the fields of the list of categories', async ([kind, body, shown]) => {
    const service = await serve({ records: [{ kind, id: '', body }], lists })
    expect(await ask(service, '/wikis/CATEGORY/Kitchen/children')).toEqual({
      status: 200,
      body: [lists['wikis-CATEGORY'][0], { namespace: 'CATEGORY', title: 'Pan', display_title: shown }],
    })
    expect((await ask(service, '/wikis/CATEGORY/Kettle_2/children')).body).toEqual([])
    expect((await ask(service, '/wikis/CATEGORY/Garden/children')).status).toBe(404)
  })
})
