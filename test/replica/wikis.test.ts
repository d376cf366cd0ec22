import { describe, expect, test } from 'vitest'
import { ask, askRaw, column, serve, serveSample } from './peer.ts'

const wiki = (title: string, rest: object = {}, namespace = 'CATEGORY') => ({
  kind: 'wiki' as const,
  id: `${namespace}/${title}`,
  body: { wikiid: 1, namespace, title, ...rest },
})
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
    const { body } = await askRaw(service, `/api/2.0/wikis/CATEGORY/${encodeURIComponent(title)}`)
    expect(JSON.parse(body)).toMatchObject({ title })
  })

  test('is found with "_" for a space, with a plain slash, and with "+" as in links', async () => {
    const service = await serve({ records: ODD.map((title) => wiki(title)) })
    for (const [path, title] of [
      ['Dell_XPS_15', 'Dell XPS 15'],
      ['AC/DC', 'AC/DC'],
      ['Dell+XPS+15', 'Dell XPS 15'],
      ['C++', 'C++'],
    ] as const)
      expect((await ask(service, `/wikis/CATEGORY/${path}`)).body).toMatchObject({ title })
  })

  test('is found in its own namespace only', async () => {
    const service = await serve({ records: [wiki('1', {}, 'TEAM'), wiki('1', {}, 'USER')] })
    expect((await ask(service, '/wikis/TEAM/1')).body).toMatchObject({ namespace: 'TEAM' })
    expect((await ask(service, '/wikis/user/1')).body).toMatchObject({ namespace: 'USER' })
    expect((await ask(service, '/wikis/INFO/1')).status).toBe(404)
    expect((await ask(service, '/wikis/TOPIC/1')).status).toBe(404)
  })

  test('comes in the language asked for, else in the source language', async () => {
    const service = await serve({ records: [wiki('Kettle', { langid: 'en' }), { ...wiki('Kettle', { langid: 'de' }), lang: 'de' }] })
    expect((await ask(service, '/wikis/CATEGORY/Kettle?langid=de')).body).toMatchObject({ langid: 'de' })
    expect((await ask(service, '/wikis/CATEGORY/Kettle?langid=it')).body).toMatchObject({ langid: 'en' })
  })

  test('tells its documents by wikiid, or by title', async () => {
    const documents = [{ documentid: 1, title: 'Manual' }]
    const service = await serve({
      records: [wiki('Kettle', { documents }), wiki('42', { documents: [] })],
      lists: {
        'wikis-CATEGORY': [
          { wikiid: 7, title: 'Pan' },
          { wikiid: 9, title: 'Kettle' },
        ],
      },
    })
    for (const path of ['9', 'Kettle']) expect((await ask(service, `/wikis/CATEGORY/${path}/documents`)).body).toEqual(documents)
    expect((await ask(service, '/wikis/CATEGORY/42/documents')).body).toEqual([])
    for (const path of ['7', '8', 'Pan']) expect((await ask(service, `/wikis/CATEGORY/${path}/documents`)).status).toBe(404)
  })

  test('tells its children', async () => {
    const service = await serve({ records: [wiki('Kettle', { children: [{ title: 'Lid' }] }), wiki('Lid', { children: false })] })
    expect((await ask(service, '/wikis/CATEGORY/Kettle/children')).body).toEqual([{ title: 'Lid' }])
    expect((await ask(service, '/wikis/CATEGORY/Lid/children')).body).toEqual([])
    expect((await ask(service, '/wikis/CATEGORY/Pan/children')).status).toBe(404)
  })
})

describe('tags of a wiki', () => {
  const content = {
    records: [
      wiki('Kettle', { tags: ['detail'] }),
      wiki('Pan', { tags: ['detail'] }),
      { kind: 'wiki-tags', id: 'CATEGORY/Kettle', body: ['stored'] } as const,
    ],
    lists: {
      'wikis-CATEGORY': [
        { title: 'Kettle', display_title: 'Water Kettle' },
        { title: 'Pan', display_title: 'Pan' },
      ],
    },
  }

  test.for([
    ['Kettle', ['stored']],
    ['Water%20Kettle', ['stored']],
    ['Pan', ['detail']],
  ] as const)('of %s, by title or displayed title', async ([title, tags]) => {
    expect((await ask(await serve(content), `/wikis/CATEGORY/${title}/tags`)).body).toEqual(tags)
  })

  test('of one that is not there are 404', async () => {
    expect((await ask(await serve(content), '/wikis/CATEGORY/Pot/tags')).status).toBe(404)
  })
})

describe('the list of a namespace', () => {
  test('stands in the order of titles, and each item has a detail', async () => {
    const service = await serveSample()
    const titles = (await column(service, '/wikis/CATEGORY?limit=200', 'title')) as string[]
    expect(titles).toEqual(titles.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    expect(titles.length).toBeGreaterThan(30)
    const answers = await Promise.all(titles.map((title) => ask(service, `/wikis/CATEGORY/${encodeURIComponent(title)}`)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(30)
    expect((await ask(service, '/wikis/CATEGORY?display=titles')).body).toEqual(titles)
  })

  test('stands in the order of the latest revision when modifiedSince is given', async () => {
    const dates = { Kettle: 300, Lid: 100.5, Pan: 200 }
    const service = await serve({
      records: Object.entries(dates).map(([title, modified_date]) => wiki(title, { modified_date })),
      lists: { 'wikis-CATEGORY': [...Object.keys(dates), 'Uncached'].map((title) => ({ title })) },
    })
    expect(await column(service, '/wikis/CATEGORY', 'title')).toEqual(['Kettle', 'Lid', 'Pan', 'Uncached'])
    expect(await column(service, '/wikis/CATEGORY?modifiedSince=100', 'title')).toEqual(['Kettle', 'Pan', 'Lid'])
    expect(await column(service, '/wikis/CATEGORY?modifiedSince=150&limit=1&offset=1', 'title')).toEqual(['Pan'])
  })

  test('has no forms but those that the service knows', async () => {
    const service = await serveSample()
    expect((await ask(service, '/wikis/INFO?display=hierarchy')).status).toBe(422)
    expect((await ask(service, '/wikis/CATEGORY?display=poster')).status).toBe(422)
    expect((await ask(service, '/wikis/TOPIC')).status).toBe(404)
  })
})
