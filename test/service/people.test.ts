import { describe, expect, test } from 'vitest'
import { ask, column, serve, serveSample } from './peer.ts'

describe('users', () => {
  const users = [
    { userid: 1, username: 'ann', unique_username: 'annie' },
    { userid: 2, username: 'Joanna', unique_username: null },
    { userid: 3, username: 'Bob', unique_username: 'ann' },
    { userid: 44, username: 'Zed', unique_username: 'anna44' },
  ]

  test.for([
    ['ann', [3, 1, 44, 2]],
    ['44', [44]],
    ['4', []],
    ['BOB', [3]],
    ['nobody', []],
  ] as const)('are found by "%s", unique names first, then exact, then partial ones', async ([words, ids]) => {
    expect(await column(await serve({ lists: { users } }), `/users/search/${words}`, 'userid')).toEqual(ids)
  })

  test('of the sample have a profile, badges and guides', async () => {
    const service = await serveSample()
    for (const userid of (await column(service, '/users?limit=200', 'userid')) as number[]) {
      expect(await ask(service, `/users/${userid}`)).toMatchObject({ status: 200, body: { userid } })
      expect(await ask(service, `/users/${userid}/badges`)).toMatchObject({ status: 200, body: expect.any(Array) as unknown[] })
      const authors = await column(service, `/users/${userid}/guides?limit=200`, 'userid')
      expect(authors.every((author) => author === userid)).toBe(true)
    }
    expect((await ask(service, '/users/999999')).status).toBe(404)
  })
})

test('a team answers with its members, ordered by userid where that is asked for', async () => {
  const service = await serve({ records: [{ kind: 'team-members', id: '1', body: [{ userid: 5 }, { userid: 2 }, { userid: 9 }] }] })
  expect(await column(service, '/teams/1', 'userid')).toEqual([5, 2, 9])
  expect(await column(service, '/teams/1?order=ASC', 'userid')).toEqual([2, 5, 9])
  expect(await column(service, '/teams/1?order=DESC', 'userid')).toEqual([9, 5, 2])
  expect((await ask(service, '/teams/2')).status).toBe(404)
})

describe('a comment', () => {
  const thread = { commentid: 1, replies: [{ commentid: 2, replies: [{ commentid: 3 }] }] }

  test.for([1, 2, 3])('%d is found, also inside a thread', async (commentid) => {
    const service = await serve({ lists: { comments: [{ commentid: 9 }, thread] } })
    expect(await ask(service, `/comments/${commentid}`)).toMatchObject({ status: 200, body: { commentid } })
  })

  test('that is not there is 404', async () => {
    expect((await ask(await serve({ lists: { comments: [thread] } }), '/comments/4')).status).toBe(404)
    expect((await ask(await serve({}), '/comments/4')).status).toBe(404)
  })
})

describe('search', () => {
  const lists = {
    guides: [
      { guideid: 1, title: 'Kettle Lid', type: 'repair' },
      { guideid: 2, title: 'kettle', type: 'teardown' },
      { guideid: 3, title: 'Pan' },
    ],
    'wikis-CATEGORY': [{ wikiid: 5, title: 'Pot', display_title: 'Kettles' }],
    'wikis-INFO': [{ wikiid: 6, title: 'About kettles' }],
  }
  const found = async (path: string) => (await ask(await serve({ lists }), path)).body

  test('answers in its envelope, with the same title first', async () => {
    expect(await found('/search/Kettle')).toEqual({
      search: 'Kettle',
      limit: 20,
      offset: 0,
      totalResults: 4,
      moreResults: false,
      results: [lists.guides[1], lists.guides[0], lists['wikis-CATEGORY'][0], lists['wikis-INFO'][0]],
    })
  })

  test('comes by pages', async () => {
    expect(await found('/search/kettle?limit=1&offset=2')).toMatchObject({
      limit: 1,
      offset: 2,
      moreResults: true,
      results: lists['wikis-CATEGORY'],
    })
  })

  test.for([
    ['guide', [2, 1]],
    ['teardown', [2]],
    ['category', [5]],
    ['wiki', [5, 6]],
    ['info,teardown', [2, 6]],
    ['question', undefined],
  ] as const)('can be limited to %s', async ([filter, ids]) => {
    const body = (await found(`/search/kettle?filter=${filter}`)) as { results?: { guideid?: number; wikiid?: number }[] }
    expect(body.results?.map(({ guideid, wikiid }) => guideid ?? wikiid)).toEqual(ids)
  })
})

test('what the site says of itself is there when it was crawled', async () => {
  expect(await ask(await serveSample(), '/sites/info')).toMatchObject({ status: 200, body: { name: expect.any(String) as string } })
  expect((await ask(await serve({}), '/sites/info')).status).toBe(404)
})
