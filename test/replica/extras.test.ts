import { expect, test } from 'vitest'
import { EXTRA_KINDS, EXTRA_LIST, extraOf } from '../../src/model/extras.ts'
import { recordPathOf } from '../../src/model/resources.ts'
import { ask, askRaw, record, serve, WITH_TOKEN } from './peer.ts'

const idOf: Record<string, string> = { site: '', namespace: 'ITEM', category: 'CATEGORY/Desk Lamp' }
const ASKED = EXTRA_KINDS.map((kind) => {
  const { of, isInternal = false, isCounted = false } = extraOf(kind)
  const id = idOf[of] ?? (['periodic-reviews', 'quiz-sessions', 'training-modules', 'work-log'].includes(of) ? 'a7-b' : '7')
  return { kind, key: { kind, id }, path: recordPathOf(kind, id), isInternal, isCounted }
})

test.for(ASKED.filter(({ isCounted }) => !isCounted))(
  '$kind is answered as stored, but only to the token if it is internal',
  async (extra) => {
    const { kind, key, path, isInternal } = extra
    const body = `[ {"of":"${kind}" , "at":1.0} ]`
    const service = await serve({ records: [{ ...key, body }] })
    expect(await (await fetch(service.api + path, WITH_TOKEN)).text()).toBe(body)
    const open = await askRaw(service, `/api/2.0${path}`)
    expect([open.status, open.body === body]).toEqual(isInternal ? [401, false] : [200, true])
  },
)

test.for(ASKED.filter(({ isCounted }) => isCounted))(
  '$kind is never answered: a copy cannot know who has read what',
  async ({ key, path }) => {
    const service = await serve({ records: [{ ...key, body: { views: 5 } }] })
    for (const init of [{}, WITH_TOKEN])
      expect(await ask(service, path, init)).toMatchObject({
        status: 404,
        body: { message: expect.stringContaining('cannot say') as string },
      })
    for (const query of ['', '?start_date=1', '?start_date=2026-01-01&end_date=x'])
      expect((await ask(service, `/user_view_history/user/7${query}`)).status).toBe(404)
  },
)

test.for(ASKED.filter(({ isCounted, kind }) => !isCounted && !/^(wiki-titles|category-(children|documents)|user-guides)$/.test(kind)))(
  'without a crawl of it, $kind is 404 and the message names the option to crawl it',
  async ({ kind, path }) => {
    for (const init of [{}, WITH_TOKEN]) {
      const { status, body } = await ask(await serve({}), path, init)
      expect([status, (body as { message: string }).message]).toEqual([404, expect.stringMatching(`not crawled.*\\(extra: ${kind}\\)`)])
    }
  },
)

test('users are answered from the list if it was crawled, otherwise the message explains how', async () => {
  const { body } = await ask(await serve({}), '/users')
  expect(body).toMatchObject({ message: expect.stringContaining(`(extra: ${EXTRA_LIST})`) as string })
  const service = await serve({ lists: { users: [{ userid: 3, username: 'Ann', email: 'ann@example.org' }, { userid: 1 }] } })
  expect((await ask(service, '/users')).body).toEqual([{ userid: 3, username: 'Ann' }, { userid: 1 }])
})

test('a paged extra is served in pages', async () => {
  const body = Array.from({ length: 450 }, (_, n) => ({ n }))
  const service = await serve({ records: [{ kind: 'user-completions', id: '7', body }] })
  const ofPage = async (query: string) => (await ask(service, `/users/7/completions${query}`)).body
  expect(await ofPage('')).toEqual(body.slice(0, 20))
  expect(await ofPage('?limit=999&offset=400')).toEqual(body.slice(400))
  expect(await ofPage('?limit=200&offset=600')).toEqual([])
})

test('the parts of a private category stay private', async () => {
  const records = [
    record('wiki', 'CATEGORY/Lamp', { title: 'Lamp', public: false, children: ['Desk Lamp'] }),
    record('category-children', 'CATEGORY/Lamp', ['Desk Lamp']),
    record('category-documents', '7', []),
  ]
  const wikis = ['Lamp', 'Fan'].map((title, at) => ({ wikiid: 7 + at, title }))
  const service = await serve({ records, lists: { 'wikis-CATEGORY': wikis } })
  for (const path of ['Lamp', 'Lamp/children', 'Lamp/identification', 'Lamp/tags', '7/documents']) {
    expect([path, (await ask(service, `/wikis/CATEGORY/${path}`)).status]).toEqual([path, 403])
    expect([path, (await ask(service, `/wikis/CATEGORY/${path}`, WITH_TOKEN)).status]).not.toEqual([path, 403])
  }
  expect((await ask(service, '/wikis/CATEGORY?display=titles')).body).toEqual(['Fan'])
  expect((await ask(service, '/wikis/CATEGORY')).body).toEqual([{ wikiid: 8, title: 'Fan' }])
  expect((await ask(service, '/search/lamp')).body).toMatchObject({ totalResults: 0 })
})

const entries = [1, 2, 3, 4, 5].map((entryid) => ({ entryid, guideid: entryid % 2 }))

test.for([
  ['', [1, 2, 3, 4, 5]],
  ['?limit=2', [1, 2]],
  ['?limit=2&offset=2', [3, 4]],
  ['?order=DESC&limit=2', [5, 4]],
  ['?order=ASC', [1, 2, 3, 4, 5]],
  ['?guideid=1', [1, 3, 5]],
  ['?guideid=1&order=DESC&limit=1&offset=1', [3]],
  ['?offset=9', []],
] as const)('the work log gives %s as %o, in an array or an envelope as it came', async ([query, ids]) => {
  const idsIn = (items: unknown) => (items as { entryid: number }[]).map(({ entryid }) => entryid)
  const list = await serve({ records: [{ kind: 'work-log', id: '', body: entries }] })
  expect(idsIn((await ask(list, `/work_log${query}`, WITH_TOKEN)).body)).toEqual(ids)
  const envelope = await serve({ records: [{ kind: 'work-log', id: '', body: { results: entries, totalResults: 5, moreResults: false } }] })
  const { body } = await ask(envelope, `/work_log${query}`, WITH_TOKEN)
  const { results, totalResults, moreResults } = body as { results: unknown; totalResults: number; moreResults: boolean }
  expect(idsIn(results)).toEqual(ids)
  expect(totalResults).toBe(query.includes('guideid') ? 3 : 5)
  expect(moreResults).toBe(/limit=2$|limit=2&offset=2|limit=1&offset=1/.test(query))
})

test.for([
  ['/users/7/guides?order=DESC', [3, 2, 1]],
  ['/users/7/guides?order=ASC', [1, 2, 3]],
  ['/users/7/guides?order=DESC&limit=1&offset=1', [2]],
] as const)('%s is ordered by guideid, stored or derived from the list', async ([path, ids]) => {
  const guides = [2, 1, 3].map((guideid) => ({ guideid, userid: 7 }))
  for (const service of [await serve({ records: [{ kind: 'user-guides', id: '7', body: guides }] }), await serve({ lists: { guides } })])
    expect(((await ask(service, path)).body as { guideid: number }[]).map(({ guideid }) => guideid)).toEqual(ids)
})
