import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '../../../src/cache/reader.ts'
import { readLines } from '../../../src/disk/lines.ts'
import { type Entry, entrySchema, reportSchema } from '../../../src/cache/report.ts'
import { crawl } from '../../../src/crawl/crawl.ts'
import type { CrawlOptions } from '../../../src/crawl/options.ts'
import { readJson } from '../../sample-copy.ts'
import { serveSample } from '../sample.ts'
import { collect, folder, optionsFor, sendJson } from '../server.ts'
import { guide, guides, nightsOf, type SmallService, smallService } from '../small-service.ts'

/** A small service, and the reports of crawls of it, all into one folder. */
async function reporting(what: SmallService) {
  const { service, cache, night } = await nightsOf(await smallService(what), { retries: 0 })
  const report = async (options?: Partial<CrawlOptions>) => {
    await night(options)
    return reportIn(cache)
  }
  return { service, cache, report }
}

const reportIn = async (cache: string) => reportSchema.parse(await readJson(join(cache, 'report.json')))

const entriesOf = async (cache: string): Promise<Entry[]> =>
  (await collect(readLines(join(cache, 'report.ndjson')))).map(({ text }) => entrySchema.parse(JSON.parse(text)))

const namesOf = (entries: Entry[]) => entries.map(({ kind, id }) => `${kind} ${id}`).sort()

test('each record has a line with state, address, time and tries, and the figures by kind match the lines', async () => {
  const service = await serveSample()
  const cache = await folder()
  await crawl(optionsFor(service.url, cache))
  const { kinds, isComplete, lists } = await reportIn(cache)
  const entries = await entriesOf(cache)
  const records = await collect((await openCache(cache)).keys())
  const had = entries.filter(({ kind, state }) => state === 'fetched' && kind !== 'list')
  expect(namesOf(had)).toEqual(records.map(({ kind, id }) => `${kind} ${id}`).sort())
  for (const kind of ['guide', 'wiki', 'user', 'list']) {
    const ofKind = entries.filter((entry) => entry.kind === kind)
    expect(ofKind).toHaveLength(kinds[kind]?.expected ?? 0)
    expect(ofKind.filter(({ state }) => state === 'gone')).toHaveLength(kinds[kind]?.gone ?? 0)
  }
  expect(lists.find(({ name }) => name === 'guides')).toEqual({ name: 'guides', state: 'fetched', items: 49, isShrunk: false })
  expect(isComplete).toBe(true)
})

test('an expectation has its origin; a target that only a link names is reported as an unknown link', async () => {
  const link = (id: number) => `<a href="/Guide/x/${id}">x</a>`
  const { report } = await reporting({
    guides: [guide(1, { introduction_rendered: link(2) + link(9) + link(8), prerequisites: [{ guideid: 3 }] }), guide(2)],
    answers: { '/guides/3': guide(3), '/guides/8': guide(8) },
  })
  const { kinds, unknownLinks } = await report()
  expect(kinds.guide).toMatchObject({ expected: 5, got: 4, gone: 1, from: { 'list guides': 2, record: 1, link: 2 } })
  expect(unknownLinks).toMatchObject([{ kind: 'guide', id: '9', state: 'gone', linkedFrom: 'guide 1' }])
})

test('a linked record counts as listed once a list names it', async () => {
  const [linked, listed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const { report } = await reporting({
    guides: [guide(1, { introduction_rendered: '<a href="/Guide/x/2">x</a>' })],
    before(_, response, url) {
      const isFeatured = url.pathname.endsWith('/guides/featured')
      const isLinked = url.pathname.endsWith('/guides/2')
      if (isLinked) linked.resolve(undefined)
      if (isFeatured && url.searchParams.get('offset') !== '0') listed.resolve(undefined)
      else if (isFeatured) void linked.promise.then(() => sendJson(response, [guide(2)]))
      if (isLinked) void listed.promise.then(() => sendJson(response, {}, 404))
      return isLinked || (isFeatured && url.searchParams.get('offset') === '0')
    },
  })
  const { kinds, unknownLinks } = await report()
  expect(kinds.guide?.from).toEqual({ 'list guides': 1, 'list guides-featured': 1 })
  expect(unknownLinks).toEqual([])
})

test('figures by language, requests, bytes and throttling are reported', async () => {
  let isAsked = false
  const { service, cache, report } = await reporting({
    guides: [guide(1, { locale: 'de' }), guide(2), guide(3, { locale: 'de' })],
    instead(path) {
      if (isAsked || path !== '/guides/1') return false
      isAsked = true
      return (response) => sendJson(response, {}, 429, { 'retry-after': '0.2' })
    },
  })
  const { languages, requests, bytes, throttling } = await report({ retries: 2 })
  expect(languages.guide).toEqual({ de: { expected: 2, got: 2 }, en: { expected: 1, got: 1 } })
  expect(requests).toBe(service.asked.length)
  expect(bytes).toBeGreaterThan(100)
  expect(throttling).toMatchObject({ answers: 1 })
  expect(throttling.waitMs).toBeGreaterThan(100)
  expect((await entriesOf(cache)).find(({ kind, id }) => kind === 'guide' && id === '1')).toMatchObject({ state: 'fetched', tries: 2 })
})

test('the second night reports what is new, changed, removed, unpublished, stale and unchanged', async () => {
  const all = guides(20)
  const answers: Record<string, unknown> = {}
  const statuses: Record<string, number> = {}
  const { cache, report } = await reporting({ guides: all, answers, instead: (path) => statuses[path] })
  const first = await report()
  expect(first.changes).toBeUndefined()
  expect(first.changed).toEqual([])

  all.push(guide(21))
  all.splice(19, 1)
  answers['/guides/2'] = guide(2, { title: 'Changed' })
  answers['/guides/6'] = { guideid: 6, steps: 'none' }
  Object.assign(statuses, { '/guides/3': 404, '/guides/4': 403, '/guides/5': 500 })
  const night = await report({ full: true })
  expect(night.isComplete).toBe(false)
  expect(night.changes).toEqual({ new: 1, changed: 1, removed: 2, unpublished: 1 })
  expect(night.changed.map(({ id, change, state }) => [id, change, state]).sort()).toEqual([
    ['2', 'changed', 'fetched'],
    ['20', 'removed', 'gone'],
    ['21', 'new', 'fetched'],
    ['3', 'removed', 'gone'],
    ['4', 'unpublished', 'private'],
  ])
  const { startedAt } = first
  expect(night.failures).toMatchObject([
    { id: '5', state: 'stale', since: startedAt },
    { id: '6', state: 'stale', since: startedAt, reason: expect.stringContaining('steps: expected array') as string },
  ])
  expect(night.kinds.guide).toMatchObject({ expected: 20, got: 18, fetched: 2, unchanged: 14, gone: 1, private: 1, stale: 2, failed: 0 })

  expect((await report()).failures.map(({ since }) => since)).toEqual([startedAt, startedAt])
  const page = await readFile(join(cache, 'report.md'), 'utf8')
  expect(page).toContain('**Not complete**: 2 failed or are stale.')
  expect(page).toContain(`stale, since ${startedAt}`)
})

test('a failure without an earlier copy counts as failed, and so does one with an unreadable copy', async () => {
  const { report } = await reporting({ guides: guides(2), instead: (path) => path === '/guides/2' && 500 })
  const { failures, kinds } = await report()
  expect(failures).toMatchObject([{ kind: 'guide', id: '2', state: 'failed', tries: 1 }])
  expect(kinds.guide).toMatchObject({ expected: 2, got: 1, failed: 1, stale: 0 })
})

test('a smaller picture in the place of the wanted one is a fallback', async () => {
  const image = { id: 1, standard: '/media/a.standard', medium: '/media/a.medium' }
  const { report } = await reporting({ guides: [guide(1, { image })], instead: (path) => path === '/media/a.medium' && 404 })
  const { fallbacks } = await report({ sizes: ['medium'] })
  expect(fallbacks).toMatchObject([{ kind: 'picture', id: '/media/a.medium', state: 'fetched', instead: '/media/a.standard' }])
})

test('unknown keys and new values are counted by their path, and are new once', async () => {
  const strange = {
    type: 'ritual',
    moon: { phase: 1 },
    flags: [{ flagid: 'GUIDE_CURSED' }],
    steps: [
      { lines: [{ bullet: 'pink', aura: 1 }, { bullet: 'pink' }, { bullet: 'black' }], media: { type: 'hologram', data: { depth: 3 } } },
      { lines: [], media: { type: 'image', data: [{ id: 1, tiny: '' }] } },
    ],
  }
  const { report } = await reporting({ guides: [guide(1, strange), guide(2)] })
  const { drift } = await report()
  expect(drift.map(({ path, value = '(key)', count }) => `${path} ${value} ${count}`)).toEqual([
    'guide.flags[].flagid GUIDE_CURSED 1',
    'guide.moon (key) 1',
    'guide.steps[].lines[].aura (key) 1',
    'guide.steps[].lines[].bullet pink 2',
    'guide.steps[].media.data.depth (key) 1',
    'guide.steps[].media.data[].tiny (key) 1',
    'guide.steps[].media.type hologram 1',
    'guide.tags (key) 2',
    'guide.type ritual 1',
    'list guides[].moon (key) 1',
    'list guides[].steps (key) 2',
  ])
  expect(drift.every(({ path, isNew, first }) => isNew && first === (path.startsWith('list ') ? '0' : '1'))).toBe(true)
  expect((await report()).drift.filter(({ isNew }) => isNew)).toEqual([])
})

test("the service's texts cannot break out of the page", async () => {
  const { cache, report } = await reporting({ guides: [guide(1, { category: '`</code>\n# Heading <script>|' })] })
  await report()
  expect(await readFile(join(cache, 'report.md'), 'utf8')).toContain('`` CATEGORY/`</code> # Heading <script>| ``')
})

test('a crawl leaves nothing of its report in the pending folder, and no path of the machine in it', async () => {
  const { cache, report } = await reporting({ guides: guides(2) })
  await report()
  expect((await readdir(cache)).sort()).toEqual(
    'checked.ndjson lists manifest.json records records.ndjson report.json report.md report.ndjson stale.ndjson'.split(' '),
  )
  for (const name of ['report.json', 'report.md', 'report.ndjson']) expect(await readFile(join(cache, name), 'utf8')).not.toContain(cache)
})

test('comments on things without a page are counted by context: posts, stories, and gone records', async () => {
  const comment = (commentid: number, context: string, contextid: number) => ({ commentid, context, contextid, status: 'public' })
  const comments = [
    comment(1, 'guide', 1),
    comment(2, 'guide', 404),
    comment(3, 'step', 11),
    comment(4, 'step', 404),
    comment(5, 'wiki', 8),
    comment(6, 'wiki', 404),
    comment(7, 'story', 1),
    comment(8, 'story', 8),
    comment(9, 'post', 1),
  ]
  const steps = [{ stepid: 11, lines: [], comments: [comments[2]] }]
  const wiki = { wikiid: 8, namespace: 'INFO', title: 'Solder', tags: [] }
  const { cache, report } = await reporting({
    guides: [guide(1, { steps })],
    answers: { '/comments': comments, '/wikis/INFO': [wiki], '/wikis/INFO/Solder': wiki },
  })
  const expected = { guide: 1, step: 1, wiki: 1, story: 2, post: 1 }
  expect((await report()).commentsWithoutPage).toEqual(expected)
  // Also in a night in which the records are not requested again.
  expect((await report()).commentsWithoutPage).toEqual(expected)
  expect(await readFile(join(cache, 'report.md'), 'utf8')).toContain('| `story` | 2 |')
})
