import { describe, expect, test } from 'vitest'
import { ask, column, record, serve, serveSample } from './peer.ts'

const guides = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ guideid: n + 1, title: `Guide ${n + 1}`, modified_date: n * 100 }))
const tooMany = { lists: { guides: guides(450) } }

describe('paging', () => {
  test('returns each item once, in the order of the ids, and ends with an empty page', async () => {
    const service = await serve(tooMany)
    const pages: unknown[][] = []
    do pages.push(await column(service, `/guides?limit=200&offset=${pages.length * 200}`, 'guideid'))
    while (pages.at(-1)?.length)
    expect(pages.map((page) => page.length)).toEqual([200, 200, 50, 0])
    expect(pages.flat()).toEqual(tooMany.lists.guides.map(({ guideid }) => guideid))
  })

  test.for([
    ['', 20],
    ['?limit=5', 5],
    ['?limit=1000', 200],
    ['?limit=0', 1],
    ['?limit=-3', 1],
    ['?offset=449', 1],
    ['?offset=99999999', 0],
    ['?limit=&offset=', 20],
  ] as const)('of "/guides%s" has %d items', async ([query, length]) => {
    expect(await column(await serve(tooMany), `/guides${query}`, 'guideid')).toHaveLength(length)
  })

  const wrong = 'limit=x limit=1.5 offset=-1 offset=1e3 order=up modifiedSince=yesterday modifiedSince=1. guideids=1,two type=xml type=yaml'
  test.for(wrong.split(' '))('with %s is refused, naming the wrong parameter', async (query) => {
    const { status, body } = await ask(await serve(tooMany), `/guides?${query}`)
    expect(status).toBe(422)
    expect(body).toMatchObject({ error: true, errors: [{ field: query.split('=')[0] }] })
  })

  test('is empty beyond the last item, and a limit of any size is 200', async () => {
    const service = await serve(tooMany)
    for (const offset of ['450', '999999999999999', '99999999999999999999'])
      expect(await ask(service, `/guides?offset=${offset}`)).toEqual({ status: 200, body: [] })
    expect(await column(service, '/guides?limit=99999999999999999999', 'guideid')).toHaveLength(200)
    expect((await ask(service, '/search/guide?offset=99999999999999999999')).body).toMatchObject({ moreResults: false, results: [] })
  })

  test('through users has the limit of the service', async () => {
    const service = await serveSample()
    expect((await ask(service, '/users?offset=1000')).status).toBe(200)
    expect(await ask(service, '/users?offset=1001')).toMatchObject({ status: 422, body: { errors: [{ field: 'offset' }] } })
  })

  test('of a list that was not crawled reports that; an empty list is empty', async () => {
    const service = await serve({ lists: { users: [] } })
    expect(await ask(service, '/users')).toEqual({ status: 200, body: [] })
    expect(await ask(service, '/teams')).toEqual({ status: 404, body: { error: true, message: 'The list "teams" is not in this cache.' } })
  })
})

describe('the list of guides', () => {
  test('is ordered by guideid either way', async () => {
    const service = await serveSample()
    const ids = (await column(service, '/guides?limit=200', 'guideid')) as number[]
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(await column(service, '/guides?limit=200&order=DESC', 'guideid')).toEqual(ids.toReversed())
    expect(await column(service, '/guides?limit=200&order=ASC', 'guideid')).toEqual(ids)
  })

  test('is filtered by type, also by one that only this site has', async () => {
    const service = await serveSample()
    const types = (await column(service, '/guides?limit=200', 'type')) as string[]
    for (const type of new Set(types)) {
      const expected = types.filter((other) => other === type)
      expect(await column(service, `/guides?limit=200&filter=${encodeURIComponent(type)}`, 'type')).toEqual(expected)
    }
    expect(new Set(types).size).toBeGreaterThan(5)
  })

  test('uses the later date of the guide and its prerequisites for modifiedSince, including fractions and false', async () => {
    const dated = [
      { guideid: 1, modified_date: 100.5, prereq_modified_date: false },
      { guideid: 2, modified_date: 50, prereq_modified_date: 200.25 },
      { guideid: 3, modified_date: 300, prereq_modified_date: 0 },
    ]
    const service = await serve({ lists: { guides: dated } })
    expect(await column(service, '/guides?modifiedSince=100', 'guideid')).toEqual([1, 2, 3])
    expect(await column(service, '/guides?modifiedSince=100.5', 'guideid')).toEqual([1, 2, 3])
    expect(await column(service, '/guides?modifiedSince=100.75', 'guideid')).toEqual([2, 3])
    expect(await column(service, '/guides?modifiedSince=201', 'guideid')).toEqual([3])
    expect(await column(service, '/guides?modifiedSince=301', 'guideid')).toEqual([])
  })

  test('returns the first fifty of guideids and ignores the other parameters', async () => {
    const service = await serve(tooMany)
    const ids = Array.from({ length: 60 }, (_, n) => n + 101)
    const path = `/guides?guideids=${ids.join(',')}&limit=3&offset=20&order=DESC&filter=none&modifiedSince=999999`
    expect(await column(service, path, 'guideid')).toEqual(ids.slice(0, 50))
    expect(await column(service, '/guides?guideids=449,999,7', 'guideid')).toEqual([7, 449])
  })
})

describe('other lists', () => {
  test('contain tags as plain texts, in the order of their ids', async () => {
    const service = await serveSample()
    const body = (await ask(service, '/tags?limit=200')).body as string[]
    expect(body.length).toBeGreaterThanOrEqual(25)
    expect((await ask(service, '/tags?limit=200&order=DESC')).body).toEqual(body.toReversed())
    expect((await ask(service, '/tags?limit=2&offset=1')).body).toEqual(body.slice(1, 3))
  })

  test('return no unedited comment for modifiedSince', async () => {
    const list = [
      { commentid: 1, date: 500, modified_date: 0, replies: [] },
      { commentid: 2, date: 400, modified_date: 450, replies: [] },
    ]
    const service = await serve({ lists: { comments: list } })
    expect(await column(service, '/comments', 'commentid')).toEqual([1, 2])
    expect(await column(service, '/comments?modifiedSince=1', 'commentid')).toEqual([2])
  })

  test('hide no item because of fields of other types', async () => {
    const odd = JSON.parse('{"guideid":{"toString":1,"valueOf":2},"modified_date":{"valueOf":{}},"userid":["x"]}') as object
    const { body } = await ask(await serve({ lists: { guides: [null, { guideid: 'x', title: [] }, odd, { guideid: 3 }] } }), '/guides')
    expect(body).toHaveLength(4)
    expect(body).toContainEqual({ guideid: 3 })
  })
})

describe('a list of wikis in another language', () => {
  const content = {
    records: [
      record('wiki', 'CATEGORY/Kettle', {}),
      record('wiki', 'CATEGORY/Kettle', { display_title: 'Wasserkocher', description: 'Macht Wasser heiß.' }, 'de'),
      record('hierarchy', '', { hierarchy: {}, display_titles: { Chair: 'Stuhl', Kettle: 'Kessel' } }, 'de'),
    ],
    lists: {
      'wikis-CATEGORY': ['Chair', 'Kettle', 'Pan'].map((title) => ({ title, display_title: title, summary: `${title} in English` })),
    },
  }

  test('shows the titles and summaries of the translations, otherwise of the tree, otherwise its own', async () => {
    const service = await serve(content)
    expect((await ask(service, '/wikis/CATEGORY?langid=de')).body).toEqual([
      { title: 'Chair', display_title: 'Stuhl', summary: 'Chair in English' },
      { title: 'Kettle', display_title: 'Wasserkocher', summary: 'Macht Wasser heiß.' },
      { title: 'Pan', display_title: 'Pan', summary: 'Pan in English' },
    ])
    for (const langid of ['en', 'fr', '']) {
      expect((await ask(service, `/wikis/CATEGORY?langid=${langid}`)).body).toEqual(content.lists['wikis-CATEGORY'])
    }
  })
})

test('machine translation is refused with 422 and a message', async () => {
  for (const path of ['/guides/1?machineTranslateLangid=de', '/wikis/CATEGORY?display=hierarchy&machineTranslateLangid=it'])
    expect(await ask(await serveSample(), path)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('no machine translates here') as string, errors: [{ field: 'machineTranslateLangid' }] },
    })
})

test('a page out of order, with gaps, has the same items as the whole list', async () => {
  const service = await serve({
    lists: { guides: [3, 1, 9, 7, 5].map((guideid) => ({ guideid, type: guideid > 4 ? 'a' : 'b', title: `é ${guideid}\u2028` })) },
  })
  expect(await column(service, '/guides', 'guideid')).toEqual([3, 1, 9, 7, 5])
  expect(await column(service, '/guides?order=DESC', 'guideid')).toEqual([9, 7, 5, 3, 1])
  expect(await column(service, '/guides?filter=b&order=ASC', 'guideid')).toEqual([1, 3])
  expect(await column(service, '/guides?limit=2&offset=1', 'title')).toEqual(['é 1\u2028', 'é 9\u2028'])
})
