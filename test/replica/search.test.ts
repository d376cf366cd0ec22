import { describe, expect, test } from 'vitest'
import { ask, serve } from './peer.ts'

const lists = {
  guides: [
    { guideid: 1, title: 'Replace the Lid of a Kettle', summary: 'For every kettle.', category: 'Kettles', tags: ['kitchen'] },
    { guideid: 2, title: 'Kettle', type: 'teardown', summary: '' },
    { guideid: 3, title: 'Pan', summary: 'Nothing about a kettle but this.', tags: false },
    { guideid: 4, title: 'Café Zürich grinder', summary: null },
    { guideid: 5, title: '電気ケトルの修理', summary: '水が漏れる' },
    { guideid: 6, title: 'Kettle battery of nobody', public: false },
  ],
  'wikis-CATEGORY': [{ wikiid: 5, title: 'Pot', display_title: 'Kettle pots' }],
  'wikis-ITEM': [{ wikiid: 7, title: 'Kettle Element' }],
}
const service = () => serve({ lists })
const found = async (path: string) => {
  const { body } = await ask(await service(), path)
  return (body as { results: { guideid?: number; wikiid?: number }[] }).results.map(({ guideid, wikiid }) => guideid ?? -(wikiid ?? 0))
}

describe('search', () => {
  test('puts the same title first, then titles before summaries', async () => {
    const ids = await found('/search/kettle')
    expect(ids[0]).toBe(2)
    expect(ids.at(-1)).toBe(3)
    expect(ids.toSorted()).toEqual([-5, -7, 1, 2, 3])
    expect((await found('/search/pan'))[0]).toBe(3)
  })

  test.for([
    ['kettel', [-5, -7, 1, 2, 3]],
    ['keetle%20lid', [1]],
    ['cafe%20zurich', [4]],
    ['CAFÉ', [4]],
    ['kettle%20kitchen', [1]],
    ['lid%20kettle', [1]],
    ['grind', [4]],
    ['修理', [5]],
    ['ケトル', [5]],
    ['漏れる', [5]],
    ['pan%20zzzzzz', [3]],
    ['zzzzzz', []],
    ['%20', []],
    ['%22%3F', []],
  ] as const)('%s finds %o: accents, beginnings, a typing error, words in the middle', async ([words, ids]) => {
    expect((await found(`/search/${words}`)).toSorted()).toEqual(ids)
  })

  test('does not correct a correctly spelled word', async () => {
    const guides = ['Brake', 'Drake'].map((title, at) => ({ guideid: at + 1, title }))
    expect((await ask(await serve({ lists: { guides } }), '/search/brake')).body).toMatchObject({
      totalResults: 1,
      results: [{ guideid: 1 }],
    })
  })

  test('combines filters, and refuses an unknown one', async () => {
    expect((await found('/search/kettle?filter=item,category')).toSorted()).toEqual([-5, -7])
    expect((await found('/search/kettle?filter=item,%20category')).toSorted()).toEqual([-5, -7])
    expect((await found('/search/kettle?filter=guide')).toSorted()).toEqual([1, 2, 3])
    expect((await found('/search/kettle?filter=question,teardown')).toSorted()).toEqual([2])
    expect(await ask(await service(), '/search/kettle?filter=poster')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'filter' }] },
    })
  })

  test('of a category finds the guides whose category is written with "_" for a space', async () => {
    const guides = ['Phone_3', 'Phone 3', 'Phone 4'].map((category, n) => ({ guideid: n + 1, title: `Port ${n}`, category }))
    const here = await serve({ lists: { guides } })
    for (const device of ['Phone 3', 'Phone_3'])
      expect((await ask(here, `/search/port?guideDevice=${device}`)).body).toMatchObject({ totalResults: 2 })
  })

  test('of what was not crawled is 404 with that reason', async () => {
    expect(await ask(await service(), '/search/kettle?filter=info')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('not crawled') as string },
    })
  })

  test('finds each document on one page only, and counts all', async () => {
    const guides = Array.from({ length: 500 }, (_, n) => ({ guideid: n + 1, title: `Kettle ${n}`, summary: 'x'.repeat(n % 7) }))
    const many = await serve({ lists: { guides } })
    const pages = await Promise.all(
      [0, 200, 400, 600].map(async (offset) => (await ask(many, `/search/kettle?limit=200&offset=${offset}`)).body),
    )
    const ids = pages.flatMap((page) => (page as { results: { guideid: number }[] }).results.map(({ guideid }) => guideid))
    expect(new Set(ids).size).toBe(500)
    expect(pages.map((page) => (page as { moreResults: boolean }).moreResults)).toEqual([true, true, false, false])
  })

  test('accepts any query', async () => {
    const many = Array.from({ length: 300 }, (_, n) => `w${n}`).join('%20')
    for (const query of ['__proto__', 'constructor', '%F0%9F%94%8B', '%00', many])
      expect((await ask(await service(), `/search/${query}`)).status).toBe(200)
  })
})

test('suggestions come in the same envelope, of guides and categories', async () => {
  expect((await found('/suggest/kett')).toSorted()).toEqual([-5, 1, 2, 3])
  expect((await ask(await serve({ lists: { guides: [{ guideid: 1, title: 'Kettle' }] } }), '/suggest/kett')).body).toMatchObject({
    query: 'kett',
    results: [{ guideid: 1 }],
  })
})

describe('the answer to a search', () => {
  const small = {
    guides: [
      { guideid: 1, title: 'Kettle Lid', type: 'repair' },
      { guideid: 2, title: 'kettle', type: 'teardown' },
      { guideid: 3, title: 'Pan' },
    ],
    'wikis-CATEGORY': [{ wikiid: 5, title: 'Pot', display_title: 'Kettles' }],
  }

  test('is its envelope, with the same title first', async () => {
    expect((await ask(await serve({ lists: small }), '/search/Kettle')).body).toEqual({
      search: 'Kettle',
      query: 'Kettle',
      limit: 20,
      offset: 0,
      totalResults: 3,
      moreResults: false,
      results: [small.guides[1], small.guides[0], small['wikis-CATEGORY'][0]],
    })
  })
})

test('a repeated search has the same result, alone, at the end and with a typing error', async () => {
  const guides = ['Kettle lid', 'Kettles', 'Lid'].map((title, n) => ({ guideid: n + 1, title, public: true }))
  const service = await serve({ lists: { guides } })
  const found = async (query: string) => (await ask(service, `/search/${query}`)).body
  for (const query of ['kettle', 'kettel', 'kettle%20lid', 'lid%20kettle', 'kettel%20zzzzzz']) {
    const once = await found(query)
    for (const other of ['kettle', 'lid', 'kettel%20lid']) await found(`${other}?limit=7`)
    expect(await found(`${query}?limit=20`)).toEqual(once)
  }
  expect(await found('kettel%20zzzzzz')).toMatchObject({ totalResults: 2 })
})
