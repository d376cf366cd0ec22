import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { mediaHash } from '../../src/cache/layout.ts'
import { smallCache } from '../cache/small-cache.ts'
import { crawlSmall, guide } from '../crawl/small-service.ts'
import { ask, column, record, serve, startUntilTestEnds, WITH_TOKEN } from './peer.ts'

const quiet = { guideid: 2, title: 'Quiet kettle', userid: 7, category: 'Kettle', tags: ['hush'] }
const open = { guideid: 1, title: 'Open kettle', userid: 7, category: 'Kettle' }
const cache = {
  records: [
    record('guide', '1', { ...open, public: true, prerequisites: [{ guideid: 2, title: 'Quiet kettle' }] }),
    record('guide', '2', { ...quiet, public: false, steps: [{ stepid: 20 }] }),
    record('guide', '2', { ...quiet, title: 'Leiser Kessel' }, 'de'),
    record('guide-tags', '2', ['hush']),
    record('wiki', 'CATEGORY/Kettle', { title: 'Kettle', guides: [open, quiet] }),
    record('user-guides', '7', [open, quiet]),
  ],
  lists: {
    guides: [open, quiet],
    'guides-featured': [quiet],
    comments: [
      { commentid: 1, context: 'guide', contextid: 2 },
      { commentid: 2, context: 'step', contextid: 20 },
      { commentid: 3, context: 'guide', contextid: 1 },
    ],
  },
  manifest: { includesPrivate: true },
}

test('a guide private only by its details is hidden everywhere without the token', async () => {
  const service = await serve(cache)
  const lists = '/guides /guides?guideids=1,2 /guides/featured /users/7/guides /search/kettle /search/hush /suggest/quiet'
  for (const path of lists.split(' '))
    expect([path, JSON.stringify((await ask(service, path)).body)]).toEqual([path, expect.not.stringContaining('Quiet kettle')])
  for (const path of ['/guides/1', '/wikis/CATEGORY/Kettle']) {
    expect(await (await fetch(service.api + path)).text()).not.toContain('Quiet')
    expect(await (await fetch(service.api + path, WITH_TOKEN)).text()).toContain('Quiet')
  }
  for (const path of ['/guides/2', '/guides/2?langid=de', '/guides/2/tags', '/comments/1', '/comments/2'])
    expect([path, (await ask(service, path)).status]).toEqual([path, 403])
  expect(await column(service, '/comments', 'commentid')).toEqual([3])
  expect(await column(service, '/guides?includePrivate=1', 'guideid', WITH_TOKEN)).toEqual([1, 2])
  expect((await ask(service, '/guides/2', WITH_TOKEN)).body).toMatchObject({ public: false })
})

test('a record that the crawl could not read is 403, and stays in the lists of the service', async () => {
  const { api } = await crawled((path) => (path === '/guides/2' ? 403 : undefined))
  expect(await ask({ api }, '/guides/2')).toEqual({ status: 403, body: { error: true, message: 'This guide is private.' } })
  expect(await column({ api }, '/guides', 'guideid')).toEqual([1, 2])
  expect(await column({ api }, '/comments', 'commentid')).toEqual([1])
  expect((await ask({ api }, '/guides/9')).status).toBe(404)
})

test('a record seen with a token but not copied is 403, and in no list', async () => {
  const { api } = await crawled(() => undefined, { public: false })
  expect((await ask({ api }, '/guides/2')).status).toBe(403)
  expect(await column({ api }, '/guides', 'guideid')).toEqual([1])
  expect(await column({ api }, '/comments', 'commentid')).toEqual([1])
})

test.for([
  ['user 5', '/users/5'],
  ['user-badges 5', '/users/5/badges'],
  ['team-members 5', '/teams/5'],
  ['wiki INFO/Some_Thing', '/wikis/INFO/Some%20Thing'],
  ['wiki-tags INFO/Some Thing', '/wikis/INFO/Some_Thing/tags'],
  ['image 5', '/media/images/5'],
  ['guide-releases 5', '/guides/5/releases'],
])('a refusal of %s is repeated', async ([name = '', path = '']) => {
  expect((await ask(await served([{ name, at: 1, missing: 'private' }]), path)).status).toBe(403)
  expect((await ask(await served([{ name, at: 1, missing: 'gone' }]), path)).status).toBe(404)
})

test('a refusal of a file is repeated', async () => {
  const { url } = await served([{ name: `media ${mediaHash('https://media.example/secret.jpg')}`, at: 1, missing: 'private' }])
  expect((await fetch(`${url}/media/media.example/secret.jpg`)).status).toBe(403)
  expect((await fetch(`${url}/media/media.example/other.jpg`)).status).toBe(404)
})

/** The replica of a crawl without private records, of two guides with a comment each. */
async function crawled(statusOf: (path: string) => number | undefined, rest: Record<string, unknown> = {}) {
  const { cache } = await crawlSmall({
    guides: [guide(1), guide(2)],
    answers: {
      '/guides/2': guide(2, rest),
      '/comments': [1, 2].map((id) => ({ commentid: id, context: 'guide', contextid: id, replies: [] })),
    },
    instead: statusOf,
  })
  return startUntilTestEnds(cache)
}

async function served(notes: object[]) {
  const { folder } = await smallCache({})
  await writeFile(join(folder, 'checked.ndjson'), notes.map((note) => `${JSON.stringify(note)}\n`).join(''))
  return startUntilTestEnds(folder)
}
