import { describe, expect, test } from 'vitest'
import { ask, column, serve, WITH_TOKEN } from './peer.ts'

const on = (commentid: number, context: string, contextid: number, replies: unknown[] = []) => ({ commentid, context, contextid, replies })
const content = {
  records: [
    {
      kind: 'guide',
      id: '1',
      body: { guideid: 1, public: true, steps: [{ stepid: 10 }], prerequisites: [{ guideid: 2, public: false, title: 'Secret' }] },
    } as const,
    { kind: 'guide', id: '2', body: { guideid: 2, public: false, steps: [{ stepid: 20 }] } } as const,
    { kind: 'guide', id: '3', body: { guideid: 3, public: true, steps: [{ stepid: 30 }] } } as const,
    { kind: 'guide', id: '4', body: { guideid: 4, public: true, steps: [{ stepid: 40 }] } } as const,
    { kind: 'user', id: '7', body: { userid: 7, username: 'Ann', email: 'ann@example.org' } } as const,
    { kind: 'team-members', id: '1', body: [{ userid: 7, email: 'ann@example.org' }] } as const,
    {
      kind: 'wiki',
      id: 'CATEGORY/Kettle',
      body: {
        guides: [
          { guideid: 1, public: true },
          { guideid: 2, public: false, title: 'Secret' },
        ],
      },
    } as const,
  ],
  lists: {
    guides: [
      { guideid: 1, public: true },
      { guideid: 3, public: false },
    ],
    comments: [
      on(1, 'guide', 1),
      on(2, 'guide', 2, [on(21, 'guide', 2)]),
      on(3, 'guide', 3),
      on(4, 'guide', 4),
      on(5, 'step', 10),
      on(6, 'step', 20),
      on(7, 'step', 30),
      on(8, 'step', 40),
      on(9, 'wiki', 2),
    ],
  },
}

describe('a comment on a private guide or its steps', () => {
  test('is in no list, whether the list or the record says that the guide is private', async () => {
    const service = await serve(content)
    expect(await column(service, '/comments', 'commentid')).toEqual([1, 4, 5, 8, 9])
    expect(await column(service, '/comments?limit=2&offset=1', 'commentid')).toEqual([4, 5])
    expect(await column(service, '/comments', 'commentid', WITH_TOKEN)).toEqual([1, 4, 5, 8, 9])
    expect(await column(service, '/comments?includePrivate=1', 'commentid', WITH_TOKEN)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(await column(service, '/comments?includePrivate=1', 'commentid')).toEqual([1, 4, 5, 8, 9])
  })

  test.for([2, 21, 3, 6, 7])('is forbidden by itself: %d', async (commentid) => {
    const service = await serve(content)
    expect((await ask(service, `/comments/${commentid}`)).status).toBe(403)
    expect((await ask(service, `/comments/${commentid}?includePrivate=1`, WITH_TOKEN)).body).toMatchObject({ commentid })
  })
})

describe('to anyone', () => {
  test('a public record says nothing of the private guides that it names', async () => {
    const service = await serve(content)
    for (const path of [
      '/guides/1',
      '/guides/1?excludePrerequisiteSteps',
      '/guides/1?pretty',
      '/guides/1?type=XML',
      '/wikis/CATEGORY/Kettle',
    ]) {
      const open = await (await fetch(service.api + path)).text()
      const admin = await (await fetch(service.api + path, WITH_TOKEN)).text()
      expect([path, open.includes('Secret'), admin.includes('Secret')]).toEqual([path, false, true])
    }
  })

  test('no answer tells an e-mail address, and nobody is found by one', async () => {
    const service = await serve(content)
    for (const path of ['/users', '/users/7', '/teams/1', '/users/search/Ann', '/users/7?pretty'])
      expect(await (await fetch(service.api + path)).text()).not.toContain('@')
    expect((await ask(service, '/users/search/ann@example.org')).body).toEqual([])
    expect((await ask(service, '/users/email/ann@example.org', WITH_TOKEN)).status).toBe(404)
    expect((await ask(service, '/users/7', WITH_TOKEN)).body).toMatchObject({ email: 'ann@example.org' })
  })

  test('what a token opened is not kept for others, nor the other way about', async () => {
    const service = await serve(content)
    expect((await ask(service, '/guides/2', WITH_TOKEN)).status).toBe(200)
    expect((await ask(service, '/guides/2')).status).toBe(403)
    expect((await ask(service, '/users/7')).body).not.toHaveProperty('email')
    expect((await ask(service, '/users/7', WITH_TOKEN)).body).toHaveProperty('email')
    expect((await ask(service, '/users/7', { headers: { authorization: 'api wrong' } })).status).toBe(401)
  })
})
