import { expect, test } from 'vitest'
import { readReport } from '../../../src/cache/report.ts'
import { overlapOf, readList } from '../../../src/crawl/lists/lists.ts'
import { hasShrunk } from '../../../src/crawl/report/reporter.ts'
import type { ListName } from '../../../src/model/resources.ts'
import { type FaultName, FAULTS } from '../fault-service.ts'
import { clientFor, collect, listen, PIXEL, sendJson, type Server } from '../server.ts'
import { crawlSmall, guide } from '../small-service.ts'

type Rows = Record<string, unknown>[]

const rows = (count: number): Rows => Array.from({ length: count }, (_, index) => ({ guideid: index + 1, commentid: index + 1 }))
const idsOf = (all: Rows) => all.map(({ guideid }) => guideid)
const page = <T>(all: T[], url: URL, most = 200): T[] => {
  const offset = Number(url.searchParams.get('offset'))
  return all.slice(offset, offset + Math.min(most, Number(url.searchParams.get('limit'))))
}

async function read(server: Server, list: ListName = 'guides', more: Partial<Parameters<typeof readList>[3]> = {}) {
  const warnings: string[] = []
  const options = { maxBytes: 1_000_000, warn: (sentence: string) => void warnings.push(sentence), ...more }
  const items = (await collect(readList(clientFor(server.url), server.url, list, options))) as (Rows[number] | null)[]
  return { items, ids: items.map((item) => item?.guideid), warnings }
}

/** A list that changes after each page it serves. */
function movingList(all: Rows, move: Move = () => undefined, most = 200): Promise<Server> {
  let given = 0
  return listen((_, response, url) => {
    sendJson(response, page(all, url, most))
    move(all, ++given)
  })
}

test('an unchanging list is read once in the largest pages, with one overlapping item each and one more look at the front', async () => {
  const server = await movingList(rows(650))
  expect((await read(server)).ids).toEqual(idsOf(rows(650)))
  expect(server.asked).toEqual(
    ['0', '199', '398', '597', '650', '797', '0'].map((offset) => expect.stringMatching(`limit=\\d+&offset=${offset}$`) as string),
  )
  expect(server.asked[0]).toBe('/guides?limit=200&offset=0')
})

const SPOILING: FaultName[] = [
  ...(['HTTP 429', 'HTTP 429, Retry-After in seconds', 'HTTP 429, Retry-After as a date', 'HTTP 500', 'HTTP 503'] as const),
  ...(['reset', 'cut body', 'HTML with 200', 'JSON null', 'JSON {}'] as const),
]

test.each([...SPOILING, 'empty body'] as const)('a %s in the middle of a list never counts as its end', async (name) => {
  const all = rows(450)
  let isSpoilt = false
  const server = await listen((request, response, url) => {
    if (url.searchParams.get('offset') !== '199' || isSpoilt) return sendJson(response, page(all, url))
    isSpoilt = true
    if (name === 'empty body') response.end()
    else FAULTS[name]({ request, response, good: Buffer.from(JSON.stringify(page(all, url))), type: 'application/json' })
  })
  expect((await read(server)).ids).toEqual(idsOf(all))
  expect(isSpoilt).toBe(true)
})

test('a lasting fault is an error, not an end', async () => {
  const server = await listen((_, response, url) =>
    sendJson(response, page(rows(450), url), url.searchParams.get('offset') === '199' ? 500 : 200),
  )
  await expect(read(server)).rejects.toThrow('500 Internal Server Error (3 tries)')
})

test.each<[string, count: number, isShown: (id: number) => boolean, most?: number]>([
  ['a list that is filtered after paging', 900, (id) => id % 3 !== 0 && !(id > 200 && id < 390)],
  ['a list with a gap as long as a page, after a short page,', 350, (id) => id <= 5 || id > 300],
  ['a list in smaller pages than asked for', 250, () => true, 50],
  ['a list in pages of one item', 30, () => true, 1],
])('%s is read to its end', async (_, count, isShown, most) => {
  const all = rows(count)
  const shown = (some: Rows) => some.filter(({ guideid }) => isShown(Number(guideid)))
  const server = await listen((_, response, url) => sendJson(response, shown(page(all, url, most))))
  expect((await read(server)).ids).toEqual(idsOf(shown(all)))
})

test('a repeated page is recognised, whatever its ids are', async () => {
  const odd = [{ guideid: [1] }, { guideid: { id: 2 } }, { guideid: null, title: 'x' }, null, { guideid: 3 }]
  const { items, warnings } = await read(await listen((_, response) => sendJson(response, odd)), 'guides', { maxPages: 20 })
  expect(items).toEqual(odd)
  expect(warnings).toEqual([expect.stringContaining('its 5 different items are kept')])
})

test('an endless list is an error, not an end', async () => {
  const server = await listen((_, response, url) => {
    const offset = Number(url.searchParams.get('offset'))
    const shown = rows(200).map(({ guideid }) => ({ guideid: offset + Number(guideid) }))
    sendJson(response, shown)
  })
  await expect(read(server, 'guides', { maxPages: 20 })).rejects.toThrow(/The list .* has no end: reading stopped at 3981 items\.$/)
  expect(server.asked).toHaveLength(20)
})

test('a list that ignores the offset ends with a warning and keeps its items', async () => {
  const server = await listen((_, response) => sendJson(response, rows(7)))
  const { ids, warnings } = await read(server, 'comments')
  expect(ids).toHaveLength(7)
  expect(warnings.join()).toContain('repeats itself without an end; its 7 different items are kept')
  expect(server.asked.length).toBeLessThan(10)
})

type Move = (all: Rows, page: number) => unknown
const after =
  (page: number, move: (all: Rows) => unknown): Move =>
  (all, now) =>
    now === page && move(all)
const deleted = (page: number, place: number, most = 200): [string, Move, number] => [
  `seven guides are deleted after page ${page} of ${most}, at ${place}`,
  after(page, (all) => all.splice(place, 7)),
  most,
]

test.each<[string, Move, most?: number]>([
  ...[1, 2, 3, 4].flatMap((page) => [deleted(page, 10), deleted(page, 10, 50)]),
  ...[deleted(2, 250), deleted(2, 340), deleted(3, 450), deleted(4, 590), deleted(3, 120, 50)],
  ...[1, 2, 3, 4].map((page): [string, Move] => [
    `two guides are inserted at the front after page ${page}`,
    after(page, (all) => all.unshift({ guideid: 5001 }, { guideid: 5002 })),
  ]),
  ['a guide moves from an unread page to the front', after(2, (all) => all.unshift(...all.splice(700, 1)))],
  [
    'a guide moves to the front while another leaves it, although no boundary moves',
    after(2, (all) => {
      const moved = all.splice(700, 1)
      all.splice(5, 1)
      all.unshift(...moved)
    }),
  ],
  ['a guide comes after each page', (all, page) => all.unshift({ guideid: 10_000 + page })],
])('lasting items of a list are read once, and reading ends, when %s', async (_, move, most) => {
  const all = rows(900)
  const server = await movingList(all, move, most)
  const { ids } = await read(server)
  expect(new Set(ids).size).toBe(ids.length)
  expect(idsOf(all).filter((id) => !ids.includes(id) && Number(id) < 10_000)).toEqual([])
  expect(server.asked.length).toBeLessThan(60)
})

test.each([1, 2, 3, 4, 5])('guides that appear and disappear between all pages at random (seed %d) hide no others', async (seed) => {
  let state = seed
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const all = rows(1500)
  const stays = new Set(idsOf(all))
  const server = await movingList(all, (now, page) => {
    if (page > 12) return
    for (const { guideid } of now.splice(random(now.length), 1 + random(3))) stays.delete(guideid)
    now.splice(random(now.length), 0, { guideid: 10_000 + page })
  })
  const { ids } = await read(server)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...stays].filter((id) => !ids.includes(id))).toEqual([])
})

test('a too large item counts once, although a changing list is read again', async () => {
  const all = rows(650).map((row) => (row.guideid === 5 ? { ...row, large: 'x'.repeat(300_000) } : row))
  let hasMoved = false
  const server = await listen((_, response, url) => {
    sendJson(response, page(all, url))
    if (Number(url.searchParams.get('offset')) > 300 && !hasMoved) hasMoved = all.splice(250, 7).length > 0
  })
  const lacks: string[] = []
  const { items } = await read(server, 'guides', { maxBytes: 200_000, onLack: (reason) => lacks.push(reason) })
  expect(items).toHaveLength(649)
  expect(server.asked.filter((path) => path.endsWith('limit=200&offset=0')).length).toBeGreaterThan(1)
  expect(lacks).toEqual([expect.stringContaining('one item is too large')])
})

test('pictures that occur only in a list are copied while it is read, several at a time, however many there are', async () => {
  const pictures = Array.from({ length: 120 }, (_, at) => `/media/${at}.gif`)
  const teams = pictures.map((standard, at) => ({ teamid: at + 1, name: 'T', image: { id: at + 1, standard } }))
  let [open, most] = [0, 0]
  const another = Promise.withResolvers<undefined>()
  const { reader, service } = await crawlSmall({
    options: { sizes: ['standard'] },
    guides: [guide(1)],
    answers: { '/teams': teams },
    before(_, response, { pathname }) {
      if (!pathname.startsWith('/media/')) return false
      most = Math.max(most, ++open)
      // The first picture waits for another one.
      if (most > 1) another.resolve(undefined)
      void another.promise.then(() => {
        open--
        response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL)
      })
      return true
    },
  })
  expect(pictures.filter((path) => !reader.media(path))).toEqual([])
  expect(most).toBeGreaterThan(1)
  const firstPicture = service.asked.findIndex((path) => path.startsWith('/media/'))
  expect(firstPicture).toBeLessThan(service.asked.findLastIndex((path) => path.startsWith('/api/2.0/teams?')))
})

test('the languages in the list of guides are expected in the report, those in another list are not', async () => {
  const { cache } = await crawlSmall({
    options: { media: 'none' },
    guides: [guide(1, { locale: 'de' }), guide(2, { locale: 'fr' })],
    answers: { '/teams': [{ teamid: 1, name: 'T', locale: 'it' }] },
  })
  const { languages } = (await readReport(cache)) ?? {}
  expect(languages).toEqual({ guide: { de: { expected: 1, got: 1 }, fr: { expected: 1, got: 1 } } })
})

const list = (text: string) => Array.from(text)

test.each([
  ['abc', 'def', undefined, 0],
  ['abc', 'cde', undefined, 1],
  ['abc', 'bcd', undefined, 2],
  ['abc', 'abc', undefined, 3],
  ['abc', 'abcd', undefined, 3],
  ['abc', 'bcd', 1, 0],
  ['aab', 'abab', undefined, 2],
  ['abc', 'ca', 5, 1],
  ['', 'abc', undefined, 0],
  ['abc', '', undefined, 0],
] as const)('a page %j before %j, of at most %s, overlaps by %d items', (before, page, most, length) => {
  expect(most === undefined ? overlapOf(list(before), list(page)) : overlapOf(list(before), list(page), most)).toBe(length)
})

test.each([
  [100, 100, 10, false],
  [120, 100, 10, false],
  [90, 100, 10, false],
  [89, 100, 10, true],
  [1, 2, 10, false],
  [0, 1, 10, true],
  [0, 2, 10, true],
  [1, 3, 10, true],
  [0, 0, 10, false],
  [0, 5, 100, false],
  [5, 0, 10, false],
  [4, 5, 10, false],
  [3, 5, 10, true],
  [0, 1, 100, false],
])('a list of %d items that had %d, with %d % allowed, has shrunk: %s', (items, before, allowed, isShrunk) => {
  expect(hasShrunk(items, before, allowed)).toBe(isShrunk)
})
