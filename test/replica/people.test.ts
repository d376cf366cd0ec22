import { describe, expect, test } from 'vitest'
import { ask, column, record, serve, serveSample } from './peer.ts'

describe('users', () => {
  const users = [
    { userid: 1, username: 'ann', unique_username: 'annie' },
    { userid: 2, username: 'Joanna', unique_username: null },
    { userid: 3, username: 'Bob', unique_username: 'ann' },
    { userid: 44, username: 'Zed', unique_username: 'anna44' },
  ]

  const found = { ann: [3, 1, 44, 2], 44: [44], 4: [], BOB: [3], nobody: [] }
  test.for(Object.entries(found))('are found by "%s", unique names first, then exact, then partial ones', async ([words, ids]) => {
    expect(await column(await serve({ lists: { users } }), `/users/search/${words}`, 'userid')).toEqual(ids)
  })
})

describe('users whose list was not crawled', () => {
  const records = [9, 2, 10].map((userid) => record('user', userid, { userid, username: `Ann ${userid}` }))

  test('are those with a crawled profile, in the order of their ids', async () => {
    const service = await serve({ records })
    expect(await column(service, '/users', 'userid')).toEqual([2, 9, 10])
    expect(await column(service, '/users?order=DESC&limit=2', 'userid')).toEqual([10, 9])
    expect(await column(service, '/users/search/ann%2010', 'userid')).toEqual([10])
  })

  test('are 404 with that reason if there is no profile either', async () => {
    const service = await serve({})
    for (const path of ['/users', '/users/search/ann', '/users/searchnames/ann'])
      expect(await ask(service, path)).toMatchObject({ status: 404, body: { message: expect.stringContaining('not crawled') as string } })
  })
})

test('names of users come with the mini avatar, exact matches first, then in alphabetical order', async () => {
  const users = [
    { userid: 1, username: 'Joanna', image: { id: 4, mini: 'https://media.example/j.mini', large: 'l' }, reputation: 5 },
    { userid: 2, username: 'Annette', unique_username: 'net' },
    { userid: 3, username: 'anna' },
  ]
  expect((await ask(await serve({ lists: { users } }), '/users/searchnames/anna')).body).toMatchObject([{ userid: 3 }, { userid: 1 }])
  const service = await serve({ lists: { users } })
  expect((await ask(service, '/users/searchnames/an')).body).toEqual([
    { userid: 3, username: 'anna', unique_username: null, image: { mini: null } },
    { userid: 2, username: 'Annette', unique_username: 'net', image: { mini: null } },
    { userid: 1, username: 'Joanna', unique_username: null, image: { mini: `${service.url}/media/media.example/j.mini` } },
  ])
})

test('a team answers with its members, ordered by userid if requested', async () => {
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

  test('that is missing is 404', async () => {
    expect((await ask(await serve({ lists: { comments: [thread] } }), '/comments/4')).status).toBe(404)
    expect((await ask(await serve({}), '/comments/4')).status).toBe(404)
  })
})

test("the site's own information is available if it was crawled", async () => {
  expect(await ask(await serveSample(), '/sites/info')).toMatchObject({ status: 200, body: { name: expect.any(String) as string } })
  expect((await ask(await serve({}), '/sites/info')).status).toBe(404)
})

test('newMemberSince uses the dates of members, in either form of a team, or of their profiles', async () => {
  const service = await serve({
    lists: { teams: [1, 2, 3, 4].map((teamid) => ({ teamid })) },
    records: [
      record('team-members', 1, [{ userid: 1, join_date: 100 }]),
      record('team-members', 2, { teamid: 2, members: [{ userid: 2, join_date: 300 }] }),
      record('team-members', 3, [{ userid: 3, join_date: null }]),
      record('user', 3, { userid: 3, join_date: 300 }),
    ],
  })
  expect(await column(service, '/teams', 'teamid')).toEqual([1, 2, 3, 4])
  expect(await column(service, '/teams?newMemberSince=200', 'teamid')).toEqual([2, 3])
  expect(await column(service, '/teams?newMemberSince=100&order=DESC', 'teamid')).toEqual([3, 2, 1])
  expect(await column(service, '/teams?newMemberSince=50&order=DESC', 'teamid')).toEqual([3, 2, 1])
  expect((await ask(service, '/teams/2?order=DESC')).body).toMatchObject({ teamid: 2, members: [{ userid: 2 }] })
})
