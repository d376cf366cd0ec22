import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { readReport } from '../../src/cache/report.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import type { CrawlOptions } from '../../src/crawl/options.ts'
import { EXTRA_KINDS, type ExtraName, EXTRAS, isExtra, variableOf } from '../../src/model/extras.ts'
import { serveSample, textsIn } from './sample.ts'
import { collect, folder, optionsFor, type Server } from './server.ts'
import { crawlSmall, guide, guides, nightsOf, smallService } from './small-service.ts'

/** Requested paths, by the pattern of an extra's path. */
const PATTERNS = EXTRA_KINDS.map((kind) => {
  const [path = ''] = EXTRAS[kind].path.split('?')
  return { kind, pattern: new RegExp(`^/api/2.0${path.replace(/\{\w+\}/, '(?!releases|current|created_users)[^/]+')}$`) }
})
const kindAt = ({ pathname, searchParams }: URL) =>
  PATTERNS.find(({ kind, pattern }) => pattern.test(pathname) && (kind !== 'wiki-titles' || searchParams.get('display') === 'titles'))?.kind

const KETTLE = { wikiid: 31, namespace: 'CATEGORY', title: 'Kettle "XL"/2', langid: 'en', tags: [] }
const WHOLE = {
  guides: [
    guide(1, {
      category: KETTLE.title,
      userid: 7,
      image: { id: 11, standard: '/media/11.gif' },
      steps: [{ stepid: 1, media: { type: 'video', data: { videoid: 21, encodings: [] } } }],
    }),
  ],
  answers: { [`/wikis/CATEGORY/${KETTLE.title}`]: KETTLE, '/users/7': { userid: 7, username: 'U' } },
}

/** A service that answers every extra, each differently, and crawls of it; an answer of `say` takes precedence. */
async function generous(say: (kind: string, url: URL) => number | object | undefined = () => undefined, rest: object = {}) {
  const service = await smallService({
    ...WHOLE,
    ...rest,
    instead(_, url) {
      const kind = kindAt(url)
      return kind && (say(kind, url) ?? [{ of: kind, id: 'a-1' }])
    },
  })
  const { cache, night } = await nightsOf(service, { retries: 0, media: 'none' })
  const crawlWith = (extra: readonly (ExtraName | 'all')[], options: Partial<CrawlOptions> = {}) => night({ extra, ...options })
  return { service, cache, crawlWith }
}

const extrasIn = async (cache: string) => (await collect((await openCache(cache)).keys())).filter(({ kind }) => isExtra(kind))
const asked = (service: Server) => service.asked.filter((path) => kindAt(new URL(path, service.url)))

test('no extra is requested by default', async () => {
  const { service, cache, crawlWith } = await generous()
  await crawlWith([])
  expect(asked(service)).toEqual([])
  expect(await extrasIn(cache)).toEqual([])
})

test('every extra is requested at its specified path, and stored unchanged', async () => {
  const { service, cache, crawlWith } = await generous((kind) => [
    { of: kind, [variableOf('periodic-review')]: 5, sessionid: 's-9', id: 6, entryid: 8 },
  ])
  const { counts } = await crawlWith(['all'])
  const reader = await openCache(cache)
  const keys = await extrasIn(cache)
  expect([...new Set(keys.map(({ kind }) => kind))].sort()).toEqual([...EXTRA_KINDS].sort())
  for (const key of keys) {
    expect(await reader.record(key)).toEqual(key.kind.endsWith('-views') ? { views: 1 } : [expect.objectContaining({ of: key.kind })])
  }
  expect(keys.filter(({ kind }) => kind === 'wiki-titles')).toHaveLength(6)
  expect(keys).toEqual(
    expect.arrayContaining([
      { kind: 'category-children', id: `CATEGORY/${KETTLE.title}` },
      { kind: 'category-documents', id: '31' },
      { kind: 'work-log-entry', id: '8' },
      { kind: 'quiz-submission', id: 's-9' },
    ]),
  )
  expect(service.asked).toContain('/api/2.0/wikis/CATEGORY/Kettle%20%22XL%22%2F2/children')
  expect(Object.values(counts).every(({ failed }) => failed === 0)).toBe(true)
})

test('view histories are reduced to their number, and no file names a person', async () => {
  const facts = { doc_type: 'GUIDE', docid: '1', date: 1 }
  const views = ['Ada', 'Grace', 'Ada'].map((username, index) => ({ userid: 90000 + index, username, ...facts }))
  const { cache, crawlWith } = await generous((kind) => (kind.endsWith('-views') ? views : []))
  await crawlWith(['guide-views', 'wiki-views'])
  expect(await (await openCache(cache)).record({ kind: 'guide-views', id: '1' })).toEqual({ views: 3 })
  expect((await textsIn(cache)).join('\n')).not.toMatch(/Ada|Grace|9000\d/)
})

test('paged extras are read to the end, unpaged ones once', async () => {
  const all = Array.from({ length: 450 }, (_, id) => ({ guideid: id + 1 }))
  const { cache, crawlWith } = await generous((kind, url) => {
    const offset = Number(url.searchParams.get('offset'))
    return kind === 'user-guides' ? all.slice(offset, offset + Number(url.searchParams.get('limit'))) : all
  })
  await crawlWith(['user-guides', 'user-completions'])
  const reader = await openCache(cache)
  expect(await reader.record({ kind: 'user-guides', id: '7' })).toEqual(all)
  expect(await reader.recordText({ kind: 'user-completions', id: '7' })).toBe(JSON.stringify(all))
})

test.for([401, 403, 404])('%i does not fail the crawl, and its requests are limited', async (status) => {
  const { service, crawlWith } = await generous(() => status, { guides: guides(200) })
  const { warnings, failedPercent } = await crawlWith(['guide-users'], { concurrency: 1 })
  expect(failedPercent).toBe(0)
  expect(asked(service).length).toBeLessThanOrEqual(56)
  expect(warnings).toContain('The service does not have what `extra` guide-users asks for: the site goes without.')
  const before = asked(service).length
  await crawlWith(['guide-users'])
  expect(asked(service)).toHaveLength(before)
})

test.for([1, 4])('an endpoint does not count as missing because the first records lack it, with %i at once', async (concurrency) => {
  const isEarly = ({ pathname }: URL) => Number(/guides\/(\d+)/.exec(pathname)?.[1]) <= 12
  const { service, cache, crawlWith } = await generous((_, url) => (isEarly(url) ? 404 : undefined), { guides: guides(60) })
  const { warnings, counts } = await crawlWith(['guide-users'], { concurrency })
  expect(warnings.filter((warning) => warning.includes('does not have'))).toEqual([])
  expect(counts['guide-users']).toMatchObject({ fetched: 48, gone: 12 })
  expect(await extrasIn(cache)).toHaveLength(48)
  expect(new Set(asked(service)).size).toBe(60)
  expect(asked(service)).toHaveLength(60)
})

test('extras are requested again if their record has changed, and removed when no longer wanted', async () => {
  const all = guides(2)
  const { service, cache, crawlWith } = await generous(undefined, { guides: all })
  await crawlWith(['guide-releases'])
  all[1] = guide(2, { revisionid: 2 })
  service.asked.length = 0
  await crawlWith(['guide-releases'])
  expect(asked(service)).toEqual(['/api/2.0/guides/2/releases'])
  await crawlWith([])
  expect(await extrasIn(cache)).toEqual([])
  expect((await readReport(cache))?.withdrawn.filter(({ kind }) => kind === 'guide-releases')).toMatchObject([
    { change: 'removed', reason: 'It is not among those of `extra`.' },
    { change: 'removed' },
  ])
})

test('an id that is unsafe in a path is not requested', async () => {
  const ids = ['../../users/1', 'a/b', '', null, {}, '%2e%2e', 'x'.repeat(99), 4]
  const { service, crawlWith } = await generous((kind) => (kind === 'work-log' ? ids.map((entryid) => ({ entryid })) : {}))
  await crawlWith(['work-log', 'work-log-entry'])
  expect(asked(service).filter((path) => !path.includes('limit='))).toEqual(['/api/2.0/work_log/4'])
})

test('users are listed as far as the service shows them, and the omission is reported', async () => {
  const all = Array.from({ length: 1500 }, (_, id) => ({ userid: id + 1, username: `U${id + 1}` }))
  const { warnings, counts, reader } = await crawlSmall({
    options: { media: 'none', extra: ['users'] },
    instead(path, { searchParams }) {
      const offset = Number(searchParams.get('offset'))
      return path === '/users' && (offset > 1000 ? 422 : all.slice(offset, offset + 200))
    },
  })
  expect(await collect(reader.list('users'))).toEqual(all.slice(0, 1200))
  expect(warnings).toContainEqual(expect.stringMatching(/\/users\?.* is shown no further than its first 1200 items\.$/))
  // Users who occur only in the list are not requested.
  expect(counts.user).toBeUndefined()
})

test('the sample site has all its extras, and details of every picture that it names', async () => {
  const service = await serveSample()
  const cache = await folder()
  const { counts } = await crawl(optionsFor(service.url, cache, { extra: ['all'], media: 'none' }))
  expect(counts.image).toMatchObject({ gone: 0, failed: 0 })
  expect(counts).toMatchObject({ 'wiki-titles': { fetched: 6 }, 'user-guides': { fetched: 12 }, video: { fetched: 1 } })
  expect(await collect((await openCache(cache)).list('users'))).toHaveLength(12)
})

test('an endless list is read up to the limit, which is reported', async () => {
  const { cache, crawlWith } = await generous((kind, { searchParams }) => [{ of: kind, id: `r-${searchParams.get('offset') ?? ''}` }])
  const { beyond } = await crawlWith(['releases'])
  expect(beyond).toEqual([expect.stringMatching(/^releases .*has more than 1,000 pages: the rest is not read\.$/)])
  expect(await (await openCache(cache)).record({ kind: 'releases', id: '' })).toHaveLength(1000)
})
