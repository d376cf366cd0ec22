import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import type { CrawlOptions } from '../../src/crawl/session.ts'
import { serveSample } from './sample.ts'
import { collect, folder, optionsFor, sendJson, type Server } from './server.ts'
import { guide, guides, smallService } from './small-service.ts'

/** What is asked for every night: lists, the records that exist once. */
const NIGHTLY = /limit=|display=|\/sites\/info$|\/categories$/

/** Crawls, and gives the result with the paths of the details and files that were asked for. */
async function night(service: Server, cache: string, rest: Partial<CrawlOptions> = {}) {
  const before = service.asked.length
  const result = await crawl(optionsFor(service.url, cache, { retries: 0, ...rest }))
  const asked = service.asked.slice(before).filter((path) => !NIGHTLY.test(path))
  return { ...result, asked: asked.map((path) => path.replace(/^\/api\/2\.0|\?.*$/g, '')).sort() }
}

const guideIds = async (cache: string) => (await collect((await openCache(cache)).keys('guide'))).map(({ id }) => Number(id))
const mediaFiles = async (cache: string) =>
  (await readdir(join(cache, 'media'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

/** A guide with a picture, by an author; edited, the list tells it. */
const illustrated = (id: number, revisionid = 1, rest = {}) =>
  guide(id, {
    revisionid,
    modified_date: 1000 + 10 * revisionid,
    image: { id, standard: `/media/${id}-${revisionid}.gif` },
    author: { userid: 7, username: 'U' },
    ...rest,
  })
const people = { '/users/7': { userid: 7, username: 'U' } }

test('where nothing has changed, no detail and no file is asked for, and the cache stays as it is', async () => {
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

test('where five have changed, these five are asked for, and what repeats one of them', async () => {
  const all = Array.from({ length: 40 }, (_, index) => illustrated(index + 1))
  all[29] = illustrated(30, 1, { prerequisites: [{ guideid: 3 }] })
  const service = await smallService({ guides: all, answers: people })
  const cache = await folder()
  await night(service, cache)
  for (const id of [3, 10, 11, 12, 40]) all[id - 1] = illustrated(id, 2)
  const { asked, counts } = await night(service, cache)
  const pictures = [3, 10, 11, 12, 40].map((id) => `/media/${id}-2.gif`)
  expect(asked).toEqual([...[3, 10, 11, 12, 30, 40].map((id) => `/guides/${id}`), ...pictures].sort())
  expect(counts.guide).toMatchObject({ fetched: 5, unchanged: 35 })
  expect(await mediaFiles(cache)).toBe(40)
})

test('--full asks for every record again, and for no file', async () => {
  const service = await smallService({ guides: [1, 2, 3].map((id) => illustrated(id)), answers: people })
  const cache = await folder()
  const first = await night(service, cache)
  const { asked } = await night(service, cache, { full: true })
  expect(asked).toEqual(first.asked.filter((path) => !path.startsWith('/media/')))
})

test('an edit that no list shows is found by --verify in as many nights as it takes shares, and said', async () => {
  const all = guides(10)
  const answers: Record<string, unknown> = Object.fromEntries(all.map(({ guideid }) => [`/guides/${guideid}/tags`, []]))
  const service = await smallService({ guides: all, answers })
  const cache = await folder()
  await night(service, cache)
  answers['/guides/6'] = guide(6, { introduction_rendered: 'Edited in silence' })
  const found: string[] = []
  const seen: string[] = []
  for (let nights = 0; nights < 10; nights++) {
    const { asked, verified } = await night(service, cache, { verify: 10 })
    expect(verified.asked).toBe(1)
    seen.push(...asked)
    found.push(...verified.changed)
  }
  expect(new Set(seen).size).toBe(10)
  expect(found).toEqual(['guide 6'])
})

describe('a guide that leaves', () => {
  test.for([404, 403])('the list and answers %i takes its picture along', async (status) => {
    const all = [1, 2, 3].map((id) => illustrated(id))
    let isLeft = false
    const service = await smallService({
      guides: all,
      answers: people,
      before: (_, response, url) => {
        const refuse = isLeft && /\/guides\/2(\/|$)/.test(url.pathname)
        if (refuse) sendJson(response, { error: true }, status)
        return refuse
      },
    })
    const cache = await folder()
    await night(service, cache)
    expect(await mediaFiles(cache)).toBe(3)
    isLeft = true
    all.splice(1, 1)
    const { counts } = await night(service, cache)
    expect(counts.guide).toMatchObject(status === 404 ? { gone: 1 } : { private: 1 })
    expect(await guideIds(cache)).toEqual([1, 3])
    expect(await mediaFiles(cache)).toBe(2)
    expect((await night(service, cache)).asked).toEqual([])
  })

  test('for one night only, by an error, does not leave', async () => {
    const all = [1, 2].map((id) => illustrated(id))
    const isBroken = { now: false }
    const service = await smallService({
      guides: all,
      answers: people,
      before: (_, response, url) => {
        if (isBroken.now && /\/guides\/2(\/|$)/.test(url.pathname)) return (sendJson(response, {}, 500), true)
        return false
      },
    })
    const cache = await folder()
    await night(service, cache)
    isBroken.now = true
    all[1] = illustrated(2, 2)
    const { failures } = await night(service, cache)
    expect(failures.map(({ id }) => id)).toContain('2')
    expect(await guideIds(cache)).toEqual([1, 2])
    expect(await mediaFiles(cache)).toBe(2)
    isBroken.now = false
    expect((await night(service, cache)).asked).toContain('/guides/2')
  })
})

test('a guide that a list lost while it was read, and that still answers, stays that night', async () => {
  const all = [1, 2, 3].map((id) => illustrated(id))
  const service = await smallService({ guides: all, answers: { ...people, '/guides/2': illustrated(2) } })
  const cache = await folder()
  await night(service, cache)
  all.splice(1, 1)
  await night(service, cache)
  expect(await guideIds(cache)).toEqual([1, 2, 3])
})
