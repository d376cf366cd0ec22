import { expect, test } from 'vitest'
import { type CacheReader, openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import type { Progress } from '../../src/crawl/report/counters.ts'
import { isExtra } from '../../src/model/extras.ts'
import { collect, folder, optionsFor, sendJson } from './server.ts'
import { SAMPLE, serveSample } from './sample.ts'
import { crawlSmall, guide, guides, smallService } from './small-service.ts'

const PRIVATE_GUIDE = '44'

const namesOf = async (cache: CacheReader) =>
  (await collect(cache.keys())).filter(({ lang }) => !lang).map(({ kind, id }) => `${kind} ${id}`)

test('a crawl of the sample over HTTP copies every public record, list and file', async () => {
  const service = await serveSample()
  const cache = await folder()
  const result = await crawl(optionsFor(service.url, cache))
  const [sample, copy] = await Promise.all([openCache(SAMPLE), openCache(cache)])
  const expected = (await collect(sample.keys()))
    .filter(({ kind, id, lang }) => !lang && !isExtra(kind) && !(id === PRIVATE_GUIDE && kind.startsWith('guide')))
    .map(({ kind, id }) => `${kind} ${id}`)
  expect((await namesOf(copy)).sort()).toEqual(expected.sort())
  for (const list of ['guides', 'guides-featured', 'wikis-CATEGORY', 'wikis-ITEM', 'tags', 'teams', 'comments'] as const) {
    const items = await collect(sample.list(list))
    expect((await collect(copy.list(list))).length, list).toBe(list === 'guides' ? items.length - 1 : items.length)
  }
  expect(result.failures).toEqual([])
  expect(result.counts).toMatchObject({ 'video file': { fetched: 2 }, document: { fetched: 3 }, list: { fetched: 11 } })
  expect(result.manifest).toMatchObject({
    name: 'The Mendery',
    lang: 'en',
    origins: ['https://mendery.example', service.url],
    mediaOrigins: [service.url],
    source: service.api,
  })
})

const LINKS = `<a href="/Guide/X/2#s5">a</a> <a href="https://public.example/Device/Old_Phone">b</a> <a href='/User/9/Nine'>c</a>
  <a href="https://elsewhere.example/Guide/Y/3">d</a>`

test('records linked in rendered texts of guides, steps, wikis and comments are followed', async () => {
  const at = (id: number) => `<a href="/Guide/X/${id}">x</a>`
  const first = guide(1, {
    url: 'https://public.example/Guide/X/1',
    introduction_rendered: LINKS,
    category: 'Phone',
    steps: [
      {
        stepid: 1,
        lines: [{ text_rendered: at(11) }],
        comments: [{ commentid: 1, text_rendered: at(12), replies: [{ commentid: 2, text_rendered: at(13) }] }],
      },
    ],
    comments: [{ commentid: 3, author: { userid: 21, username: 'U' }, text_rendered: '' }],
  })
  const { service } = await crawlSmall({
    guides: [first],
    answers: {
      '/wikis/CATEGORY/Phone': {
        wikiid: 1,
        namespace: 'CATEGORY',
        title: 'Phone',
        contents_rendered: at(14),
        tags: [],
        authors: [{ userid: 22, username: 'V' }],
      },
      '/comments': [{ commentid: 9, text_rendered: at(15), author: null }],
    },
  })
  const details = service.asked.filter((path) => !path.includes('limit=')).map((path) => path.replace('/api/2.0', ''))
  for (const id of [2, 11, 12, 13, 14, 15]) expect(details).toContain(`/guides/${id}?excludePrerequisiteSteps`)
  expect(details).toEqual(
    expect.arrayContaining(['/wikis/CATEGORY/Old%20Phone', '/wikis/CATEGORY/Phone', '/users/9', '/users/21', '/users/22']),
  )
  expect(details).not.toContain('/guides/3?excludePrerequisiteSteps')
})

test('absolute links to the public address are recognised before the list of guides arrives', async () => {
  const arrived = Promise.withResolvers<undefined>()
  const service = await smallService({
    guides: [guide(1, { url: 'https://public.example/Guide/X/1' })],
    answers: {
      '/categories': { Phone: null },
      '/wikis/CATEGORY/Phone': { wikiid: 1, namespace: 'CATEGORY', title: 'Phone', contents_rendered: LINKS, tags: [] },
    },
    before: (_, response, url) => {
      const isLate = url.pathname.endsWith('/guides') && service.asked.filter((path) => path.includes('/guides?')).length === 2
      if (isLate) void arrived.promise.then(() => sendJson(response, []))
      if (url.pathname.endsWith('/CATEGORY/Phone')) response.once('finish', () => arrived.resolve(undefined))
      return isLate
    },
  })
  await crawl(optionsFor(service.url, await folder()))
  expect(service.asked).toContain('/api/2.0/wikis/CATEGORY/Old%20Phone')
})

test('each available form of the category tree is kept, but not a list of wikis in its place', async () => {
  const { counts, warnings, reader, service } = await crawlSmall({
    answers: { '/categories': { 'A "quoted" / title?': { B: null, C: {} } } },
    instead: (_, { searchParams }) => {
      const display = searchParams.get('display')
      return display === 'hierarchy' ? [] : display !== null && [{ wikiid: 1, title: 'B' }]
    },
  })
  expect(await namesOf(reader)).toEqual(['categories '])
  expect(service.asked).toContain(`/api/2.0/wikis/CATEGORY/${encodeURIComponent('A "quoted" / title?')}`)
  expect(counts.wiki).toMatchObject({ gone: 3 })
  expect(warnings.join()).not.toContain('category tree')
})

test('tags are requested if neither list nor detail contains them', async () => {
  const { reader, service } = await crawlSmall({
    guides: [guide(1, { tags: false }), guide(2, { tags: undefined })],
    answers: {
      '/guides/2/tags': ['rare'],
      '/wikis/ITEM': [{ title: 'Pin' }],
      '/wikis/ITEM/Pin': { wikiid: 3, namespace: 'ITEM', title: 'Pin' },
    },
  })
  expect(service.asked.filter((path) => path.endsWith('/tags')).sort()).toEqual(['/api/2.0/guides/2/tags', '/api/2.0/wikis/ITEM/Pin/tags'])
  expect(await reader.record({ kind: 'guide-tags', id: '2' })).toEqual(['rare'])
})

test('an endpoint that the service lacks is requested a few times, with a warning and without a failure', async () => {
  const people = Array.from({ length: 200 }, (_, index) => [`/users/${index + 1}`, { userid: index + 1, username: 'U' }] as const)
  const { counts, failures, warnings, service } = await crawlSmall({
    guides: guides(200).map((one) => ({ ...one, userid: one.guideid })),
    answers: Object.fromEntries(people),
  })
  expect(service.asked.filter((path) => path.endsWith('/badges')).length).toBeLessThan(80)
  expect(warnings).toEqual(
    expect.arrayContaining([
      expect.stringContaining('does not have badges of users'),
      expect.stringContaining('/sites/info'),
      expect.stringContaining('no category tree'),
      expect.stringContaining('/teams'),
    ]),
  )
  expect(counts).not.toHaveProperty('user-badges')
  expect(failures).toEqual([])
})

test('gone, private, wrong and failed records each have their outcome; failures have address and field', async () => {
  const service = await smallService({
    guides: guides(6),
    answers: { '/guides/5': { guideid: 5, steps: 'none' } },
    instead: (path) => ({ '/guides/2': 404, '/guides/3': 403, '/guides/4': 500 })[path],
  })
  const seen: unknown[] = []
  const result = await crawl(optionsFor(service.url, await folder(), { retries: 1 }), { onFailure: (failure) => seen.push(failure) })
  expect(result.counts.guide).toMatchObject({ fetched: 2, gone: 1, private: 1, failed: 2 })
  expect(result.failures.map(({ kind, id, reason }) => [kind, id, reason.replace(service.url, '')]).sort()).toEqual([
    ['guide', '4', '/api/2.0/guides/4?excludePrerequisiteSteps answered 500 Internal Server Error (2 tries).'],
    ['guide', '5', '/api/2.0/guides/5?excludePrerequisiteSteps has the wrong shape: steps: expected array, received string.'],
  ])
  expect(seen).toEqual(result.failures)
  expect(result.failedPercent).toBeGreaterThan(0.5)
})

test('an answer with the id of another guide or user replaces no record', async () => {
  let isSecondNight = false
  const service = await smallService({
    guides: [1, 2, 3].map((id) => guide(id, { author: { userid: 8, username: 'Ada' } })),
    answers: { '/users/8': { userid: 8, username: 'Ada' }, '/teams': [] },
    instead: (path) => isSecondNight && { '/users/8': { userid: 9, username: 'Eve' }, '/guides/2': guide(3, { revisionid: 2 }) }[path],
  })
  const into = await folder()
  const options = optionsFor(service.url, into)
  expect((await crawl(options)).failures).toEqual([])
  isSecondNight = true
  const { failures } = await crawl({ ...options, verify: 100 })
  expect(failures.map(({ kind, id, reason }) => [kind, id, reason.replace(/^.* has/, 'has')]).sort()).toEqual([
    ['guide', '2', 'has the wrong shape: guideid: is 3, where 2 was asked for.'],
    ['user', '8', 'has the wrong shape: userid: is 9, where 8 was asked for.'],
  ])
  const cache = await openCache(into)
  expect(await cache.record({ kind: 'guide', id: '2' })).toMatchObject({ guideid: 2 })
  expect(await cache.record({ kind: 'user', id: '8' })).toMatchObject({ userid: 8, username: 'Ada' })
})

test('failed records stay as in the last crawl, with what they lead to; gone or private ones are removed', async () => {
  let isSecondNight = false
  const { cache, again } = await crawlSmall({
    guides: guides(3),
    answers: {
      '/guides/1': guide(1, { prerequisites: [{ guideid: 50 }] }),
      '/guides/50': guide(50),
      '/tags': ['old'],
      '/wikis/INFO': [{ title: 'Licence' }],
      '/wikis/INFO/Licence': { wikiid: 1, namespace: 'INFO', title: 'Licence', tags: [] },
    },
    instead: (path) => isSecondNight && { '/guides/1': 500, '/guides/2': 404, '/guides/3': 403, '/tags': 500, '/wikis/INFO': 500 }[path],
  })
  isSecondNight = true
  const { failures } = await again({ retries: 0, full: true, allowShrink: 100 })
  const copy = await openCache(cache)
  expect(await namesOf(copy)).toEqual(['guide 1', 'guide 50', 'wiki INFO/Licence'])
  expect(await collect(copy.list('tags'))).toEqual(['old'])
  expect(failures.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual(['guide 1', 'list tags', 'list wikis-INFO'])
})

test('progress includes every kind of record, and ends with everything done', async () => {
  const service = await smallService({ guides: guides(30) })
  let last: Progress = {}
  let changes = 0
  await crawl(optionsFor(service.url, await folder()), {
    onProgress: (progress) => {
      last = progress
      changes++
    },
  })
  expect(last.guide).toMatchObject({ known: 30, done: 30, fetched: 30 })
  for (const [kind, { known, done }] of Object.entries(last)) expect(done, kind).toBe(known)
  expect(changes).toBeGreaterThan(60)
})
