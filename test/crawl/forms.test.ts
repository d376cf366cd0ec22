import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { reportSchema } from '../../src/cache/report.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { readListPage } from '../../src/model/envelope.ts'
import { startService } from '../../src/replica/http/server.ts'
import { readJson } from '../sample-copy.ts'
import { collect, folder, optionsFor } from './server.ts'
import { type GuideLike, guide, guides, smallService } from './small-service.ts'

/** A service that answers `path` in envelopes of `size` items, with `missing` items fewer than stated. */
function envelopes(path: string, items: readonly unknown[], size: number, missing = 0) {
  return (url: URL): object | undefined => {
    if (url.pathname !== `/api/2.0${path}`) return undefined
    const offset = Number(url.searchParams.get('offset'))
    const results = items.slice(0, items.length - missing).slice(offset, offset + size)
    return { results, moreResults: offset + size < items.length, totalResults: items.length }
  }
}

async function crawled(
  answer: (url: URL) => object | undefined,
  rest: { guides?: GuideLike[]; answers?: Record<string, unknown>; extra?: string[]; cache?: string; was?: string } = {},
) {
  const service = await smallService({ guides: rest.guides ?? [], answers: rest.answers ?? {}, instead: (_, url) => answer(url) })
  const cache = rest.cache ?? (await folder())
  const options = { retries: 0, ...(rest.extra && { extra: rest.extra }), ...(rest.was && { sourceWas: [rest.was] }) }
  const result = await crawl(optionsFor(service.url, cache, options))
  const report = reportSchema.parse(await readJson(join(cache, 'report.json')))
  return { cache, source: service.url, result, report, reader: await openCache(cache), asked: service.asked }
}

test('an empty page does not end a list that promises more', async () => {
  const all = guides(6)
  const answer = (url: URL): object | undefined => {
    if (url.pathname !== '/api/2.0/guides') return undefined
    const page = Number(url.searchParams.get('offset'))
    const results = page === 0 ? all.slice(0, 3) : page >= 200 && page < 400 ? all.slice(3) : []
    return { results, moreResults: page < 200, totalResults: 6 }
  }
  const { reader, result } = await crawled(answer, { guides: all })
  expect(await collect(reader.list('guides'))).toHaveLength(6)
  expect(result.failures).toEqual([])
})

test('a list shorter than its total is a failure; its items are kept', async () => {
  const all = guides(10)
  const { result, reader, report } = await crawled(envelopes('/guides', all, 200, 3), { guides: all })
  expect(result.failures).toMatchObject([
    { kind: 'list', id: 'guides', reason: expect.stringContaining('10 items (totalResults), and gave 7') as string },
  ])
  expect(report.isComplete).toBe(false)
  expect(report.lists.find(({ name }) => name === 'guides')).toMatchObject({ state: 'failed', items: 7 })
  expect(await collect(reader.list('guides'))).toHaveLength(7)
})

test.each([200, 50, 7])('duplicates in a list in envelopes of %i are one item and no shortfall, also the next night', async (size) => {
  const [one, two, ...others] = guides(450)
  const rows = [one, one, two, ...others.slice(0, 198), others[197], ...others.slice(198), others[100], two]
  const served = { guides: guides(450) }
  const { result, reader, report, cache, source } = await crawled(envelopes('/guides', rows, size), served)
  expect(await collect(reader.list('guides'))).toHaveLength(450)
  expect(result.failures).toEqual([])
  expect(report.isComplete).toBe(true)
  const again = await crawled(envelopes('/guides', rows, size), { ...served, cache, was: source })
  expect(again.result.failures).toEqual([])
  expect(again.report.withdrawn.filter(({ kind }) => kind === 'guide')).toEqual([])
  expect(await collect(again.reader.list('guides'))).toHaveLength(450)
})

test.each([200, 50, 7])('a list in envelopes of %i is short despite duplicates', async (size) => {
  const [one, ...others] = guides(450)
  const { result, reader } = await crawled(envelopes('/guides', [one, one, ...others], size, 2), { guides: guides(450) })
  expect(result.failures).toMatchObject([{ reason: expect.stringContaining('451 items (totalResults), and gave 449') as string }])
  expect(await collect(reader.list('guides'))).toHaveLength(448)
})

test('a list that repeats its first page is short, however often its items come', async () => {
  const answer = (url: URL): object | undefined =>
    url.pathname === '/api/2.0/guides' ? { results: guides(7), moreResults: true, totalResults: 20 } : undefined
  const { result } = await crawled(answer, { guides: guides(7) })
  expect(result.failures).toMatchObject([{ reason: expect.stringContaining('20 items (totalResults), and gave 7') as string }])
})

test('overlapping pages do not lengthen a filtered list in envelopes', async () => {
  const all = guides(450)
  const answer = (url: URL): object | undefined => {
    if (url.pathname !== '/api/2.0/guides') return undefined
    const offset = Number(url.searchParams.get('offset'))
    const results = all.slice(offset, offset + 200).filter(({ guideid }) => guideid % 4 !== 0)
    return { results, moreResults: offset + 200 < 450, totalResults: 450 }
  }
  const { result, reader } = await crawled(answer, { guides: all })
  expect(await collect(reader.list('guides'))).toHaveLength(338)
  expect(result.failures).toMatchObject([{ reason: expect.stringContaining('450 items (totalResults), and gave 338') as string }])
})

test.each([2, 3, 200])('duplicates among badges in envelopes of %i are no shortfall', async (size) => {
  const badge = (at: number) => ({ earned: true, badge: { badgeid: at, name: `Badge ${at}` } })
  const rows = [1, 1, 2, 3, 3, 4, 5, 1].map(badge)
  const rest = { guides: [guide(1, { author: 7 })], answers: { '/users/7': { userid: 7, username: 'Ada' } } }
  const whole = await crawled(envelopes('/users/7/badges', rows, size), rest)
  expect(whole.result.failures).toEqual([])
  const stored = readListPage(await whole.reader.record({ kind: 'user-badges', id: '7' }))
  expect(new Set(stored?.items.map((item) => JSON.stringify(item))).size).toBe(5)
  const short = await crawled(envelopes('/users/7/badges', rows, size, 2), rest)
  expect(short.result.failures).toMatchObject([{ reason: expect.stringContaining('8 items (totalResults), and gave 6') as string }])
})

test('badges are requested up to their total, also without `moreResults`', async () => {
  const badges = Array.from({ length: 5 }, (_, at) => ({ badgeid: at, name: `Badge ${at}` }))
  const answer = (url: URL): object | undefined => {
    if (url.pathname !== '/api/2.0/users/7/badges') return undefined
    const offset = Number(url.searchParams.get('offset'))
    return { results: badges.slice(offset, offset + 3), totalResults: 5 }
  }
  const rest = { guides: [guide(1, { author: 7 })], answers: { '/users/7': { userid: 7, username: 'Ada' } } }
  const { reader, result } = await crawled(answer, rest)
  expect(result.failures).toEqual([])
  expect(await reader.record({ kind: 'user-badges', id: '7' })).toHaveLength(5)
})

test("badges and members in envelopes are requested to the end, and an envelope's guides are extras like others", async () => {
  const badges = Array.from({ length: 5 }, (_, at) => ({ earned: at % 2 === 0, badge: { badgeid: at, name: `Badge ${at}` } }))
  const favorites = [1, 2, 3].map((guideid) => ({ date: 1, guide: { guideid } }))
  const answer = (url: URL): object | undefined =>
    envelopes('/users/7/badges', badges, 2)(url) ?? envelopes('/users/7/favorites/guides', favorites, 2)(url)
  const { reader, result } = await crawled(answer, {
    guides: [guide(1, { author: 7 })],
    answers: { '/users/7': { userid: 7, username: 'Ada' } },
    extra: ['user-favorites'],
  })
  expect(result.failures).toEqual([])
  expect(await reader.record({ kind: 'user-badges', id: '7' })).toHaveLength(5)
  expect(await reader.record({ kind: 'user-favorites', id: '7' })).toHaveLength(3)
})

test('the author of a wiki may be an id, and the page of that user is copied', async () => {
  const wiki = { wikiid: 1, title: 'Kettle', namespace: 'CATEGORY', contents_rendered: '<p>Text</p>', author: 7 }
  const { reader, result, report } = await crawled(() => undefined, {
    guides: [guide(1, { category: 'Kettle' })],
    answers: { '/wikis/CATEGORY/Kettle': wiki, '/users/7': { userid: 7, username: 'Ada' } },
  })
  expect(result.failures).toEqual([])
  expect(await reader.record({ kind: 'wiki', id: 'CATEGORY/Kettle' })).toEqual(wiki)
  expect(await reader.record({ kind: 'user', id: '7' })).toMatchObject({ username: 'Ada' })
  expect(report.drift.filter(({ odd }) => odd)).toEqual([])
})

test('unreadable fields do not fail the crawl or the record, are stored unchanged and reported', async () => {
  const odd = {
    summary: {},
    modified_date: 1e13,
    langid: 'English (US)',
    locale: 'English (US)',
    tools: ['hammer'],
    time_required_max: 'long',
  }
  const { cache, reader, result, report } = await crawled(() => undefined, { guides: [guide(1, odd), guide(2)] })
  expect(result.failures).toEqual([])
  expect(result.manifest.lang).toBe('en')
  expect(await reader.record({ kind: 'guide', id: '1' })).toMatchObject(odd)
  expect(
    report.drift.flatMap(({ path, odd: what, first }) => (what && path.startsWith('guide.') ? [`${path} ${what} ${first}`] : [])),
  ).toEqual([
    'guide.langid no language 1',
    'guide.locale no language 1',
    'guide.modified_date no date 1',
    'guide.summary object 1',
    'guide.time_required_max string 1',
    'guide.tools[] string 1',
  ])
  expect(await readFile(join(cache, 'report.md'), 'utf8')).toContain('| `guide.tools[]` | `string` | 1 | `1` |')
})

test('titles with half a character, of spaces, or named like object properties affect at most their own page', async () => {
  const answers = {
    '/categories': { constructor: null, toString: { ' ': null } },
    '/wikis/CATEGORY/constructor': { wikiid: 1, title: 'constructor', namespace: 'CATEGORY' },
  }
  const { reader, result } = await crawled(() => undefined, {
    guides: [guide(1, { category: 'half \ud800' }), guide(2, { title: ' ' })],
    answers,
  })
  expect(result.failures).toEqual([])
  expect(await reader.record({ kind: 'wiki', id: 'CATEGORY/constructor' })).toMatchObject({ wikiid: 1 })
  expect(await reader.record({ kind: 'guide', id: '1' })).toBeDefined()
})

test('the tree is requested with stubs, and without them if the service refuses', async () => {
  const trees = (url: URL, refuses: boolean): object | undefined => {
    if (url.searchParams.get('display') !== 'hierarchy') return undefined
    const stubs = url.searchParams.has('includeStubs')
    return stubs && refuses
      ? undefined
      : { hierarchy: { Home: stubs ? { Kettle: null, Stub: null } : { Kettle: null } }, display_titles: {} }
  }
  for (const refuses of [false, true]) {
    const { reader, asked } = await crawled((url) => trees(url, refuses))
    const tree = { Kettle: null, ...(!refuses && { Stub: null }) }
    expect(await reader.record({ kind: 'hierarchy', id: '' })).toMatchObject({ hierarchy: { Home: tree } })
    expect(asked.filter((path) => path.endsWith('display=hierarchy'))).toHaveLength(refuses ? 1 : 0)
  }
})

test('teams of a guide arrive in an object, whole or in pages, and are served completely', async () => {
  const teams = [1, 2, 3].map((teamid) => ({ teamid, name: `Team ${teamid}` }))
  const whole = { guideTeams: teams }
  const inPages = (url: URL): object | undefined => {
    if (url.pathname !== '/api/2.0/guides/1/teams') return undefined
    const offset = Number(url.searchParams.get('offset'))
    return { guideTeams: teams.slice(offset, offset + 2), moreResults: offset + 2 < 3, totalResults: 3 }
  }
  const rest = { guides: [guide(1)], extra: ['guide-teams'] }
  const atOnce = await crawled((url) => (url.pathname === '/api/2.0/guides/1/teams' ? whole : undefined), rest)
  expect(await atOnce.reader.record({ kind: 'guide-teams', id: '1' })).toEqual(whole)
  const paged = await crawled(inPages, rest)
  expect(paged.result.failures).toEqual([])
  expect(await paged.reader.record({ kind: 'guide-teams', id: '1' })).toEqual(teams)
  const replica = await startService(atOnce.reader, { token: 'open-sesame' })
  onTestFinished(() => replica.close())
  expect(await (await fetch(`${replica.api}/guides/1/teams`, { headers: { authorization: 'api open-sesame' } })).json()).toEqual(whole)
})

test('an author of a listed wiki may be an id, and its picture may lack sizes', async () => {
  const item = { wikiid: 1, title: 'Kettle', namespace: 'CATEGORY', author: 7, image: { id: 5, guid: 'G', original: null, mini: null } }
  const wikis = (url: URL): object | undefined =>
    url.pathname === '/api/2.0/wikis/CATEGORY' && !url.searchParams.has('display')
      ? url.searchParams.get('offset') === '0'
        ? [item]
        : []
      : undefined
  const { reader, result, report } = await crawled(wikis, { answers: { '/wikis/CATEGORY/Kettle': { ...item, thumbnail: null } } })
  expect(result.failures).toEqual([])
  expect(await collect(reader.list('wikis-CATEGORY'))).toEqual([item])
  expect(report.drift.filter(({ odd }) => odd)).toEqual([])
})
