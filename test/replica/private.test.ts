import { describe, expect, onTestFinished, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { startService } from '../../src/replica/http/server.ts'
import { ask, column, SAMPLE, serve, WITH_TOKEN } from './peer.ts'

const content = {
  records: [
    { kind: 'guide', id: '1', body: { guideid: 1, public: true } } as const,
    { kind: 'guide', id: '2', body: { guideid: 2, public: false, secret: 'x' } } as const,
    { kind: 'guide-tags', id: '2', body: ['secret'] } as const,
  ],
  lists: {
    guides: [
      { guideid: 1, title: 'Kettle', userid: 7, public: true },
      { guideid: 2, title: 'Secret kettle', userid: 7, public: false },
    ],
    'guides-featured': [{ guideid: 2, public: 0 }],
  },
}

describe('a private guide', () => {
  test('is forbidden, not missing, and so are its tags', async () => {
    const service = await serve(content)
    for (const path of ['/guides/2', '/guides/2?excludePrerequisiteSteps', '/guides/2?langid=de', '/guides/2/tags'])
      expect(await ask(service, path)).toEqual({ status: 403, body: { error: true, message: 'This guide is private.' } })
  })

  test('is in no list and in no search', async () => {
    const service = await serve(content)
    for (const path of ['/guides', '/guides?includePrivate=true', '/guides?guideids=1,2', '/users/7/guides'])
      expect(await column(service, path, 'guideid')).toEqual([1])
    expect(await column(service, '/guides/featured', 'guideid')).toEqual([])
    expect((await ask(service, '/search/kettle')).body).toMatchObject({ totalResults: 1, results: [{ guideid: 1 }] })
  })

  test.for([false, 0, '0', ''])('is one that says so with %j', async (no) => {
    const secret = { guideid: 2, title: 'Secret kettle', public: no }
    const service = await serve({
      records: [
        { kind: 'guide', id: '1', body: { guideid: 1, prerequisites: [secret], steps: [] } },
        { kind: 'guide', id: '2', body: { ...secret, steps: [{ stepid: 20 }] } },
      ],
      lists: { guides: [{ guideid: 1, title: 'Kettle' }, secret] },
    })
    expect((await ask(service, '/guides/2')).status).toBe(403)
    expect((await ask(service, '/guides/1')).body).toEqual({ guideid: 1, prerequisites: [], steps: [] })
    expect(await column(service, '/guides', 'guideid')).toEqual([1])
    expect((await ask(service, '/search/kettle')).body).toMatchObject({ totalResults: 1 })
  })

  test('opens to the token, which lists must ask for with includePrivate', async () => {
    const service = await serve(content)
    expect(await ask(service, '/guides/2', WITH_TOKEN)).toMatchObject({ status: 200, body: { secret: 'x' } })
    expect(await column(service, '/guides', 'guideid', WITH_TOKEN)).toEqual([1])
    expect(await column(service, '/guides?includePrivate=true', 'guideid', WITH_TOKEN)).toEqual([1, 2])
    expect(await column(service, '/guides?includePrivate=false', 'guideid', WITH_TOKEN)).toEqual([1])
  })

  test('is kept by no cache on the way', async () => {
    const { headers } = await fetch(`${(await serve(content)).api}/guides/2`, WITH_TOKEN)
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['private, no-cache', 'Authorization'])
  })
})

describe('the token', () => {
  test.for(['api wrong', 'api ', 'open-sesame', 'Bearer open-sesame', 'api open-sesame2'])('"%s" is not it', async (authorization) => {
    const service = await serve(content)
    expect(await ask(service, '/guides/1', { headers: { authorization } })).toMatchObject({ status: 401, body: { error: true } })
  })

  test.for(['Basic b3Blbi1zZXNhbWU6eA==', 'Digest username="open-sesame"', ''])(
    '"%s" is for a proxy on the way: it opens nothing, and what anyone may read stays open',
    async (authorization) => {
      const service = await serve(content)
      expect((await ask(service, '/guides/1', { headers: { authorization } })).status).toBe(200)
      expect((await ask(service, '/guides/2', { headers: { authorization } })).status).toBe(403)
      expect((await ask(service, '/user', { headers: { authorization } })).status).toBe(401)
    },
  )

  test('is none where the service was given none', async () => {
    const service = await startService(await openCache(SAMPLE))
    onTestFinished(() => service.close())
    expect((await ask(service, '/guides/1', WITH_TOKEN)).status).toBe(401)
    expect((await ask(service, '/guides/1', { headers: { authorization: 'api undefined' } })).status).toBe(401)
  })

  test('is wanted by what is about the current user', async () => {
    const service = await serve(content)
    for (const path of ['/user', '/user/guides', '/user/media/images']) {
      expect((await ask(service, path)).status).toBe(401)
      expect((await ask(service, path, WITH_TOKEN)).status).toBe(404)
    }
  })
})
