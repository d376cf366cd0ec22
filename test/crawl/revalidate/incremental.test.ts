import { describe, expect, test } from 'vitest'
import { openCache } from '../../../src/cache/reader.ts'
import { crawl } from '../../../src/crawl/crawl.ts'
import { filesBelow } from '../../../src/disk/files-below.ts'
import type { CrawlOptions } from '../../../src/crawl/options.ts'
import { writeFiles } from '../../folders.ts'
import { serveSample } from '../sample.ts'
import { collect, folder, optionsFor } from '../server.ts'
import { ageBy, guide, guides, nightsOf, type SmallService, smallService } from '../small-service.ts'

/** Requests of every night: lists, the records that exist once, the home page of a service that does not name itself. */
const NIGHTLY = /limit=|display=|\/sites\/info$|\/categories(\?includeStubs=true)?$|^\/robots\.txt$|^\/$/

/** The first night of a small service, and crawls on later nights; `asked` are the requested paths of details and files. */
async function firstNight(what: SmallService) {
  const { cache, night: crawlOnce } = await nightsOf(await smallService(what), { retries: 0 })
  const night = async (options?: Partial<CrawlOptions>) => {
    const { asked, ...result } = await crawlOnce(options)
    const details = asked.filter((path) => !NIGHTLY.test(path))
    return { ...result, asked: details.map((path) => path.replace(/^\/api\/2\.0|\?.*$/g, '')).sort() }
  }
  return { cache, first: await night(), night }
}

const guideIds = async (cache: string) => (await collect((await openCache(cache)).keys('guide'))).map(({ id }) => Number(id))
const mediaFiles = async (cache: string) => (await collect(filesBelow(cache, 'media'))).length

/** A guide with a picture, by an author; if edited, the list shows it. */
const illustrated = (id: number, revisionid = 1, rest = {}) =>
  guide(id, {
    revisionid,
    modified_date: 1000 + 10 * revisionid,
    image: { id, standard: `/media/${id}-${revisionid}.gif` },
    author: { userid: 7, username: 'U' },
    ...rest,
  })
const people = { '/users/7': { userid: 7, username: 'U' } }

test('if nothing has changed, no detail and no file is requested, and the cache stays the same', async () => {
  const asked: string[] = []
  const service = await serveSample({ spoil: ({ path, query }) => void asked.push(`${path}?${query.toString()}`) })
  const cache = await folder()
  await crawl(optionsFor(service.url, cache))
  const keys = await collect((await openCache(cache)).keys())
  const files = await mediaFiles(cache)
  for (const night of [2, 3]) {
    asked.length = 0
    const { counts } = await crawl(optionsFor(service.url, cache))
    const details = asked.filter((path) => !/limit=|display=|\/sites\/info|\/categories\?/.test(path))
    expect(details, `night ${night}`).toEqual([])
    expect(counts.guide).toMatchObject({ fetched: 0, unchanged: 50, failed: 0 })
    expect(await collect((await openCache(cache)).keys())).toEqual(keys)
    expect(await mediaFiles(cache)).toBe(files)
  }
})

test('if five have changed, only these and records that repeat one of them are requested', async () => {
  const all = Array.from({ length: 40 }, (_, index) => illustrated(index + 1))
  all[29] = illustrated(30, 1, { prerequisites: [{ guideid: 3 }] })
  const { cache, night } = await firstNight({ guides: all, answers: people })
  for (const id of [3, 10, 11, 12, 40]) all[id - 1] = illustrated(id, 2)
  const { asked, counts } = await night()
  const pictures = [3, 10, 11, 12, 40].map((id) => `/media/${id}-2.gif`)
  expect(asked).toEqual([...[3, 10, 11, 12, 30, 40].map((id) => `/guides/${id}`), ...pictures].sort())
  expect(counts.guide).toMatchObject({ fetched: 5, unchanged: 35 })
  expect(await mediaFiles(cache)).toBe(40)
})

test('--full requests every record again, but no file', async () => {
  const { first, night } = await firstNight({ guides: [1, 2, 3].map((id) => illustrated(id)), answers: people })
  expect((await night({ full: true })).asked).toEqual(first.asked.filter((path) => !path.startsWith('/media/')))
})

test('an edit not visible in lists is found by --verify within the number of nights for all shares, and reported', async () => {
  const all = guides(10)
  const answers: Record<string, unknown> = Object.fromEntries(all.map(({ guideid }) => [`/guides/${guideid}/tags`, []]))
  const { night } = await firstNight({ guides: all, answers })
  answers['/guides/6'] = guide(6, { introduction_rendered: 'Edited in silence' })
  const found: string[] = []
  const seen: string[] = []
  for (let nights = 0; nights < 10; nights++) {
    const { asked, verified } = await night({ verify: 10 })
    expect(verified.asked).toBe(1)
    seen.push(...asked)
    found.push(...verified.changed)
  }
  expect(new Set(seen).size).toBe(10)
  expect(found).toEqual(['guide 6'])
})

describe('a guide that disappears', () => {
  test.for([404, 403])('from the list and answers %i is removed with its picture', async (status) => {
    const all = [1, 2, 3].map((id) => illustrated(id))
    let isLeft = false
    const { cache, night } = await firstNight({
      guides: all,
      answers: people,
      instead: (path) => isLeft && /^\/guides\/2(\/|$)/.test(path) && status,
    })
    expect(await mediaFiles(cache)).toBe(3)
    isLeft = true
    all.splice(1, 1)
    expect((await night()).counts.guide).toMatchObject(status === 404 ? { gone: 1 } : { private: 1 })
    expect(await guideIds(cache)).toEqual([1, 3])
    expect(await mediaFiles(cache)).toBe(2)
    expect((await night()).asked).toEqual([])
  })

  test('for one night only, by an error, is kept', async () => {
    const all = [1, 2].map((id) => illustrated(id))
    const isBroken = { now: false }
    const { cache, night } = await firstNight({
      guides: all,
      answers: people,
      instead: (path) => isBroken.now && /^\/guides\/2(\/|$)/.test(path) && 500,
    })
    isBroken.now = true
    all[1] = illustrated(2, 2)
    expect((await night()).failures.map(({ id }) => id)).toContain('2')
    expect(await guideIds(cache)).toEqual([1, 2])
    expect(await mediaFiles(cache)).toBe(2)
    isBroken.now = false
    expect((await night()).asked).toContain('/guides/2')
  })
})

test('failed records are requested the next night, also if the list has no dates', async () => {
  const all = guides(3)
  const isBroken = { now: false }
  const { night } = await firstNight({ guides: all, instead: (path) => isBroken.now && path === '/guides/2' && 500 })
  isBroken.now = true
  all[1] = guide(2, { revisionid: 2 })
  await night()
  expect((await night()).asked).toEqual(['/guides/2'])
  isBroken.now = false
  expect((await night()).asked).toEqual(['/guides/2'])
  expect((await night()).asked).toEqual([])
})

test('a guide missing from a list that still answers is kept that night', async () => {
  const all = [1, 2, 3].map((id) => illustrated(id))
  const { cache, night } = await firstNight({ guides: all, answers: { ...people, '/guides/2': illustrated(2) } })
  all.splice(1, 1)
  await night()
  expect(await guideIds(cache)).toEqual([1, 2, 3])
})

describe('a wiki', () => {
  const wiki = (title: string, rest = {}) => ({ wikiid: title.length, namespace: 'INFO', title, tags: [], ...rest })
  /** A service of three wikis; `recent` answers the request for recent changes. */
  async function serveWikis(recent: (since: number) => unknown[]) {
    const items = ['One', 'Three', 'Eleven'].map((title) => ({ title, text: 'As it was' }))
    const details: Record<string, unknown> = Object.fromEntries(items.map(({ title }) => [`/wikis/INFO/${title}`, wiki(title)]))
    const nights = await firstNight({
      answers: { ...details, '/wikis/INFO': items },
      instead: (_, { searchParams }) => {
        const since = searchParams.get('modifiedSince')
        return since !== null && searchParams.get('offset') === '0' && recent(Number(since))
      },
    })
    return { ...nights, items }
  }

  test('is requested if its list item shows a change', async () => {
    const { night, items } = await serveWikis(() => [])
    items[1] = { title: 'Three', text: 'Otherwise' }
    expect((await night()).asked).toEqual(['/wikis/INFO/Three'])
    expect((await night()).asked).toEqual([])
  })

  test('is requested if the service reports a recent change, though its list item is the same', async () => {
    const { night } = await serveWikis((since) => (since * 1000 > Date.now() ? [] : [{ title: 'Eleven' }]))
    expect((await night()).asked).toEqual(['/wikis/INFO/Eleven'])
  })

  test('is not requested because a service that ignores the query reports it', async () => {
    const { night, items } = await serveWikis(() => items)
    expect((await night()).asked).toEqual([])
  })
})

test('for a new comment, the guide of its step is requested', async () => {
  const comments = [{ commentid: 1, context: 'guide', contextid: 1, text_raw: 'a' }]
  const all = [guide(1), guide(2, { steps: [{ stepid: 77, lines: [] }] }), guide(3)]
  const { night } = await firstNight({ guides: all, answers: { '/comments': comments } })
  comments.push({ commentid: 2, context: 'step', contextid: 77, text_raw: 'b' })
  expect((await night()).asked).toEqual(['/guides/2'])
  comments.splice(0, 1)
  expect((await night()).asked).toEqual(['/guides/1'])
})

test('records beyond their maximum age are requested again', async () => {
  const { cache, night } = await firstNight({ guides: [illustrated(1)], answers: people })
  await ageBy(cache, 31)
  expect((await night()).asked).toEqual(['/users/7', '/users/7/badges'])
})

test('a record of an interrupted crawl is requested again if the list has a later date', async () => {
  const all = [illustrated(1), illustrated(2)]
  const { cache, night } = await firstNight({ guides: all, answers: people })
  for (const id of [1, 2]) await writeFiles(cache, { [`pending/records/guide/0/${id}.json`]: JSON.stringify(illustrated(id, 2)) })
  all.splice(0, 2, illustrated(1, 2), illustrated(2, 3))
  expect((await night()).asked).toEqual(['/guides/2', '/media/1-2.gif', '/media/2-3.gif'])
})

test('an edit between list and detail, not visible in the dates, is copied the next night', async () => {
  const { night } = await firstNight({ guides: [illustrated(1, 5)], answers: { ...people, '/guides/1': illustrated(1) } })
  expect((await night()).asked).toContain('/guides/1')
})

test('missing files are not requested each night; --media none keeps none of an earlier crawl', async () => {
  const { cache, first, night } = await firstNight({
    guides: [guide(1, { image: { id: 1, standard: '/media/1.gif', medium: '/media/gone.gif' } })],
    instead: (path) => path === '/media/gone.gif' && 404,
  })
  expect(first.asked).toContain('/media/gone.gif')
  expect((await night()).asked).toEqual([])
  expect((await night({ media: 'none' })).asked).toEqual([])
  expect(await mediaFiles(cache)).toBe(1)
})
