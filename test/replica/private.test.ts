import { describe, expect, test } from 'vitest'
import { ask, column, record, SAMPLE, serve, startUntilTestEnds, WITH_TOKEN } from './peer.ts'

const on = (commentid: number, context: string, contextid: number, replies: unknown[] = []) => ({ commentid, context, contextid, replies })
const guide = (guideid: number, rest: object) =>
  record('guide', guideid, { guideid, public: true, steps: [{ stepid: guideid * 10 }], ...rest })
/** Guide 2 is private by its record, guide 3 by the list alone, and guide 4 is in no list. */
const content = {
  records: [
    guide(1, { prerequisites: [{ guideid: 2, public: false, title: 'Secret' }] }),
    guide(2, { public: false, secret: 'x' }),
    ...[guide(3, {}), guide(4, {})],
    record('guide-tags', '2', ['secret']),
    record('user', '7', { userid: 7, username: 'Ann', email: 'ann@example.org' }),
    record('team-members', '1', [{ userid: 7, email: 'ann@example.org' }]),
    record('wiki', 'CATEGORY/Kettle', { guides: [{ guideid: 1 }, { guideid: 2, public: false, title: 'Secret' }] }),
  ],
  lists: {
    guides: [
      { guideid: 1, title: 'Kettle', userid: 7, public: true },
      { guideid: 2, title: 'Secret kettle', userid: 7, public: false },
      { guideid: 3, public: false },
    ],
    'guides-featured': [{ guideid: 2, public: 0 }],
    comments: [
      ...[on(1, 'guide', 1), on(2, 'guide', 2, [on(21, 'guide', 2)]), on(3, 'guide', 3), on(4, 'guide', 4)],
      ...[on(5, 'step', 10), on(6, 'step', 20), on(7, 'step', 30), on(8, 'step', 40), on(9, 'wiki', 2)],
    ],
  },
}
const OPEN = [1, 4, 5, 8, 9]

describe('a private guide, and a comment on one or on its steps', () => {
  test.for([
    ['/guides', 'guideid', [1], [1]],
    ['/guides?includePrivate=true', 'guideid', [1], [1, 2, 3]],
    ['/guides?includePrivate=false', 'guideid', [1], [1]],
    ['/guides?guideids=1,2', 'guideid', [1], [1]],
    ['/users/7/guides', 'guideid', [1], [1]],
    ['/guides/featured', 'guideid', [], []],
    ['/comments', 'commentid', OPEN, OPEN],
    ['/comments?limit=2&offset=1', 'commentid', [4, 5], [4, 5]],
    ['/comments?includePrivate=1', 'commentid', OPEN, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ] as const)('are left out of %s, but available to the token with includePrivate', async ([path, field, open, admin]) => {
    const service = await serve(content)
    expect(await column(service, path, field)).toEqual(open)
    expect(await column(service, path, field, WITH_TOKEN)).toEqual(admin)
  })

  test.for([
    ...['/guides/2', '/guides/2?excludePrerequisiteSteps', '/guides/2?langid=de', '/guides/2/tags'],
    ...[2, 21, 3, 6, 7].map((commentid) => `/comments/${commentid}?includePrivate=1`),
  ])('are forbidden, not missing, and available to the token: %s', async (path) => {
    const service = await serve(content)
    const message = path.startsWith('/guides') ? 'This guide is private.' : (expect.any(String) as string)
    expect(await ask(service, path)).toEqual({ status: 403, body: { error: true, message } })
    expect((await ask(service, path, WITH_TOKEN)).status).toBe(200)
  })

  test('are found by no search', async () => {
    expect((await ask(await serve(content), '/search/kettle')).body).toMatchObject({ totalResults: 1, results: [{ guideid: 1 }] })
  })

  test.for([false, 0, '0', ''])('belong to a guide marked with %j', async (no) => {
    const secret = { guideid: 2, title: 'Secret kettle', public: no }
    const service = await serve({
      records: [
        record('guide', 1, { guideid: 1, prerequisites: [secret], steps: [] }),
        record('guide', 2, { ...secret, steps: [{ stepid: 20 }] }),
      ],
      lists: { guides: [{ guideid: 1, title: 'Kettle' }, secret] },
    })
    expect((await ask(service, '/guides/2')).status).toBe(403)
    expect((await ask(service, '/guides/1')).body).toEqual({ guideid: 1, prerequisites: [], steps: [] })
    expect(await column(service, '/guides', 'guideid')).toEqual([1])
    expect((await ask(service, '/search/kettle')).body).toMatchObject({ totalResults: 1 })
  })

  test('are not cached by intermediaries', async () => {
    const { headers } = await fetch(`${(await serve(content)).api}/guides/2`, WITH_TOKEN)
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['private, no-cache', 'Authorization'])
  })
})

describe('without a token', () => {
  test.for(['/guides/1', '/guides/1?excludePrerequisiteSteps', '/guides/1?pretty', '/guides/1?type=XML', '/wikis/CATEGORY/Kettle'])(
    'a public record does not mention the private guides that it names: %s',
    async (path) => {
      const service = await serve(content)
      const said = [undefined, WITH_TOKEN].map(async (init) => (await fetch(service.api + path, init)).text())
      expect((await Promise.all(said)).map((text) => text.includes('Secret'))).toEqual([false, true])
    },
  )

  test('no answer contains an e-mail address, and no search finds one', async () => {
    const service = await serve(content)
    for (const path of ['/users', '/users/7', '/teams/1', '/users/search/Ann', '/users/7?pretty'])
      expect(await (await fetch(service.api + path)).text()).not.toContain('@')
    expect((await ask(service, '/users/search/ann@example.org')).body).toEqual([])
    expect((await ask(service, '/users/email/ann@example.org', WITH_TOKEN)).status).toBe(404)
  })

  test('answers with and without a token are not mixed up', async () => {
    const service = await serve(content)
    expect(await ask(service, '/guides/2', WITH_TOKEN)).toMatchObject({ status: 200, body: { secret: 'x' } })
    expect((await ask(service, '/guides/2')).status).toBe(403)
    expect((await ask(service, '/users/7')).body).not.toHaveProperty('email')
    expect((await ask(service, '/users/7', WITH_TOKEN)).body).toMatchObject({ email: 'ann@example.org' })
  })
})

describe('the token', () => {
  test.for(['api wrong', 'api ', 'open-sesame', 'Bearer open-sesame', 'api open-sesame2'])(
    '"%s" is not accepted',
    async (authorization) => {
      const service = await serve(content)
      expect(await ask(service, '/guides/1', { headers: { authorization } })).toMatchObject({ status: 401, body: { error: true } })
    },
  )

  test.for(['Basic b3Blbi1zZXNhbWU6eA==', 'Digest username="open-sesame"', ''])(
    '"%s" is meant for a proxy: it opens nothing, and public records stay open',
    async (authorization) => {
      const service = await serve(content)
      const statuses = ['/guides/1', '/guides/2', '/user'].map(
        async (path) => (await ask(service, path, { headers: { authorization } })).status,
      )
      expect(await Promise.all(statuses)).toEqual([200, 403, 401])
    },
  )

  test('does not exist if the service was given none', async () => {
    const service = await startUntilTestEnds(SAMPLE)
    expect((await ask(service, '/guides/1', WITH_TOKEN)).status).toBe(401)
    expect((await ask(service, '/guides/1', { headers: { authorization: 'api undefined' } })).status).toBe(401)
  })

  test('is required for paths about the current user', async () => {
    const service = await serve(content)
    for (const path of ['/user', '/user/guides', '/user/media/images']) {
      expect((await ask(service, path)).status).toBe(401)
      expect((await ask(service, path, WITH_TOKEN)).status).toBe(404)
    }
  })
})
