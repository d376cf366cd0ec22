import { writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Manifest } from '../../src/cache/layout.ts'
import { readJson } from '../sample-copy.ts'
import { collect, listen, PIXEL } from './server.ts'
import { ageBy, crawlSmall, guide, type GuideLike, guides, nightsOf, smallService } from './small-service.ts'
import { openCache } from '../../src/cache/reader.ts'

/** A service that answers matching paths differently as long as `isOn`, and crawls of it. */
async function refusing(paths: RegExp, refusal: number | ((response: ServerResponse) => unknown), all: GuideLike[] = guides(60)) {
  const state = { isOn: true }
  const service = await smallService({ guides: all, instead: (_, { pathname }) => state.isOn && paths.test(pathname) && refusal })
  return { ...(await nightsOf(service, OPTIONS)), state }
}

const OPTIONS = { retries: 1, firstBackoffMs: 1 }

const wall = (response: ServerResponse) =>
  void response.writeHead(403, { 'content-type': 'text/html', server: 'cloudflare', 'cf-mitigated': 'challenge' }).end('<p>Are you human?')

const manifestIn = (cache: string) => readJson<Manifest>(join(cache, 'manifest.json'))

const TWENTY = /^\/api\/2\.0\/guides\/(4\d|5\d)$/

test('twenty of sixty guides behind a wall each fail, with retries until it counts as lasting; the next night has all', async () => {
  const { service, state, night } = await refusing(TWENTY, wall)
  const first = await night({ concurrency: 1 })
  expect(first.counts.guide).toMatchObject({ fetched: 40, private: 0, failed: 20 })
  expect(first.failures[0]).toMatchObject({ code: 'ERR_WALL', reason: expect.stringContaining('from a wall against robots') as string })
  expect(first.refused).toEqual([])
  // Five are retried, and one that is in progress when the fifth ends.
  expect(service.asked.filter((path) => TWENTY.test(path.replace(/\?.*/, ''))).length).toBeLessThanOrEqual(20 + 6)
  state.isOn = false
  const { counts, failures } = await night()
  expect({ failures, fetched: counts.guide?.fetched }).toEqual({ failures: [], fetched: 20 })
})

test.for([
  ['every picture is refused', 403],
  ['every picture is gone', 404],
] as const)('%s: that is reported, and they are requested the next night', async ([, status]) => {
  const all = Array.from({ length: 10 }, (_, at) => guide(at + 1, { image: { id: at + 1, standard: `/media/${at}.standard` } }))
  const { state, cache, night } = await refusing(/^\/media\//, status, all)
  const { refused, failed } = await night()
  expect({ refused, failed }).toEqual({ refused: [{ kind: 'file', refused: 10, all: 10, before: 0 }], failed: 0 })
  state.isOn = false
  await ageBy(cache, 0.9)
  expect((await night()).counts.picture?.fetched).toBe(10)
})

describe('a refusal by the service', () => {
  test.for([401, 403, 404])('is reported if it affects every listed guide, with %d', async (status) => {
    const { night } = await refusing(/^\/api\/2\.0\/guides\/\d/, status, guides(12))
    const { refused, failed } = await night()
    expect({ refused, failed }).toEqual({ refused: [{ kind: 'guide', refused: 12, all: 12, before: 0 }], failed: 0 })
  })

  test('is reported if it affects every listed category', async () => {
    const categories = Array.from({ length: 9 }, (_, at) => ({ wikiid: at + 1, title: `Device ${at}`, namespace: 'CATEGORY' }))
    const { refused } = await crawlSmall({
      options: OPTIONS,
      guides: guides(2),
      answers: { '/wikis/CATEGORY': categories },
      instead: (path) => path.startsWith('/wikis/CATEGORY/') && 403,
    })
    expect(refused).toEqual([{ kind: 'wiki', refused: 9, all: 9, before: 0 }])
  })

  test('is accepted if there are few, not counting targets of links in texts', async () => {
    const dead = Array.from({ length: 30 }, (_, at) => `<a href="/Guide/x/${500 + at}">x</a> <img src="/elsewhere/${at}.png">`).join('')
    const all = [...guides(20), guide(99, { introduction_rendered: dead })]
    const { cache, night } = await refusing(/guides\/([123]|5\d\d)$|^\/elsewhere/, 404, all)
    expect(await night()).toMatchObject({ refused: [], failed: 0 })
    expect((await manifestIn(cache)).refused).toEqual({ guide: 3 })
  })

  test('is reported each night until it is accepted, and then only if it grows', async () => {
    const { state, cache, night } = await refusing(/guides\/[1-5]$/, 404, guides(40))
    const complaint = [{ kind: 'guide', refused: 5, all: 40, before: 0 }]
    expect((await night()).refused).toEqual(complaint)
    expect((await night()).refused).toEqual(complaint)
    expect((await night({ allowRefused: 12.5 })).refused).toEqual([])
    expect((await night()).refused).toEqual([])
    expect((await manifestIn(cache)).refused).toEqual({ guide: 5 })
    state.isOn = false
    expect((await night({ full: true })).refused).toEqual([])
    expect((await manifestIn(cache)).refused).toEqual({})
  })

  test('is not reported for a cache of an older version, which lacks the number of earlier refusals', async () => {
    const { cache, night } = await refusing(/guides\/[1-5]$/, 404, guides(40))
    await night({ allowRefused: 100 })
    const { refused: _, ...older } = await manifestIn(cache)
    await writeFile(join(cache, 'manifest.json'), JSON.stringify(older))
    expect((await night()).refused).toEqual([])
    expect((await manifestIn(cache)).refused).toEqual({ guide: 5 })
  })
})

test('a picture in a text from a host that refuses everyone is no failure', async () => {
  const host = await listen((_, response) => wall(response))
  const picture = await listen((_, response) => void response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL))
  const shown = [...Array(8).keys()].map((at) => `<img src="${host.url}/${at}.gif">`).join('')
  const shows = guide(1, { introduction_rendered: `${shown}<img src="${picture.url}/a.gif">` })
  const { failed, refused, counts } = await crawlSmall({ options: OPTIONS, guides: [shows] })
  expect({ failed, refused, counts: counts.picture }).toMatchObject({ failed: 0, refused: [], counts: { private: 8, fetched: 1 } })
})

const namesOf = async (cache: string) => (await collect((await openCache(cache)).keys())).map(({ kind, id }) => `${kind} ${id}`)

test('after a night that lost all guides they are requested again, but not what only they name', async () => {
  const users = Array.from({ length: 20 }, (_, at) => ({ userid: 101 + at, username: 'U' }))
  const night: { details?: number } = {}
  const { cache, again } = await crawlSmall({
    // The list contains no users.
    guides: guides(20),
    answers: {
      ...Object.fromEntries(users.map(({ userid }, at) => [`/guides/${at + 1}`, guide(at + 1, { author: { userid } })])),
      ...Object.fromEntries(users.map((user) => [`/users/${user.userid}`, user])),
    },
    instead: (path) => path.startsWith('/guides/') && night.details,
  })
  const names = await namesOf(cache)
  expect(names.filter((name) => name.startsWith('user '))).toHaveLength(20)
  night.details = 404
  await again({ full: true })
  expect(await namesOf(cache)).toEqual(names)
  night.details = 0
  const details = (await again()).asked.filter((path) => /\/(guides|users)\/\d+(\?|$)/.test(path))
  expect(details.map((path) => /guides|users/.exec(path)?.[0])).toEqual(Array(20).fill('guides'))
  expect(await namesOf(cache)).toEqual(names)
})

test('no list is removed, wanted or not, while a list is too short, but the night after', async () => {
  const all = guides(20)
  const answers = { '/users': [{ userid: 7, username: 'U' }] }
  const { cache, reader, again } = await crawlSmall({ options: { extra: ['users'] }, guides: all, answers })
  const lengths = [await reader.listLength('users')]
  const lost = all.splice(0, 5)
  for (const listed of [[], lost]) {
    all.unshift(...listed)
    await again()
    lengths.push(await (await openCache(cache)).listLength('users'))
  }
  expect(lengths).toEqual([1, 1, undefined])
})

test('a new list that breaks off while another one is too short does not count as stored', async () => {
  const all = guides(20)
  const night = { hasTags: false }
  const { cache, again } = await crawlSmall({
    guides: all,
    instead: (path, { searchParams }) => {
      const tags = Array.from({ length: 200 }, (_, at) => `tag ${at}`)
      return night.hasTags && path === '/tags' && (searchParams.get('offset') === '0' ? tags : 500)
    },
  })
  all.splice(0, 5)
  night.hasTags = true
  const { shrunk, failures } = await again({ retries: 0 })
  expect([shrunk.map(({ list }) => list), failures.map(({ id }) => id)]).toEqual([['guides'], ['tags']])
  const { stored } = (await openCache(cache)).manifest
  expect(stored?.lists).toEqual(expect.objectContaining({ guides: 20 }))
  expect(stored?.lists).not.toHaveProperty('tags')
})
