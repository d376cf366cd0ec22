import { expect, test } from 'vitest'
import { readList } from '../../../src/crawl/lists/lists.ts'
import { clientFor, collect, listen, sendJson, type Server } from '../server.ts'

type Rows = { guideid: number }[]

const rows = (count: number): Rows => Array.from({ length: count }, (_, index) => ({ guideid: index + 1 }))

/** A list that does something to itself after each page that it gives. */
async function movingList(all: Rows, move: (all: Rows, page: number) => unknown, most = 200): Promise<Server> {
  let page = 0
  return listen((_, response, url) => {
    const offset = Number(url.searchParams.get('offset'))
    sendJson(response, all.slice(offset, offset + most))
    move(all, ++page)
  })
}

async function read(server: Server): Promise<number[]> {
  const options = { maxBytes: 1_000_000, warn: () => undefined }
  return ((await collect(readList(clientFor(server.url), server.url, 'guides', options))) as Rows).map(({ guideid }) => guideid)
}

/** What stayed in the list all the time must be there, once. */
function expectAll(got: number[], all: Rows): void {
  expect(new Set(got).size).toBe(got.length)
  const missing = all.map(({ guideid }) => guideid).filter((id) => !got.includes(id))
  expect(missing).toEqual([])
}

test('a list that lies still is read once: one overlapping item a page, one look back at the front', async () => {
  const server = await movingList(rows(650), () => undefined)
  expectAll(await read(server), rows(650))
  expect(server.asked.map((path) => /offset=(\d+)/.exec(path)?.[1])).toEqual(['0', '199', '398', '597', '650', '797', '0'])
})

test.each([1, 2, 3, 4])('guides deleted after page %d pull no other over a page boundary', async (at) => {
  const all = rows(900)
  const server = await movingList(all, (now, page) => page === at && now.splice(10, 7))
  expectAll(await read(server), all)
})

test.each([
  [2, 250, 200],
  [2, 340, 200],
  [3, 450, 200],
  [4, 590, 200],
  [3, 120, 50],
])('guides deleted after page %d at place %d, behind the front, pull no other over a page boundary', async (at, place, most) => {
  const all = rows(900)
  const server = await movingList(all, (now, page) => page === at && now.splice(place, 7), most)
  expectAll(await read(server), all)
})

test.each([1, 2, 3, 4])('a service with smaller pages than asked for is read as safely (page %d)', async (at) => {
  const all = rows(300)
  const server = await movingList(all, (now, page) => page === at && now.splice(10, 7), 50)
  expectAll(await read(server), all)
})

test.each([1, 2, 3, 4])('guides inserted at the front after page %d are found', async (at) => {
  const all = rows(900)
  const server = await movingList(all, (now, page) => page === at && now.unshift({ guideid: 5001 }, { guideid: 5002 }))
  expectAll(await read(server), all)
})

test('a guide that moves from an unread page to the front is not lost', async () => {
  const all = rows(900)
  const server = await movingList(all, (now, page) => page === 2 && now.unshift(...now.splice(700, 1)))
  expectAll(await read(server), all)
})

test('a guide that moves to the front while another leaves it is not lost, although no boundary moves', async () => {
  const all = rows(900)
  const server = await movingList(all, (now, page) => {
    if (page !== 2) return
    const [moved] = now.splice(700, 1)
    now.splice(5, 1)
    if (moved) now.unshift(moved)
  })
  expectAll(await read(server), all)
})

test.each([1, 2, 3, 4, 5])('guides that come and go between all pages at random (seed %d) lose no other', async (seed) => {
  let state = seed
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const all = rows(1500)
  const stays = new Set(all.map(({ guideid }) => guideid))
  const server = await movingList(all, (now, page) => {
    if (page > 12) return
    for (const { guideid } of now.splice(random(now.length), 1 + random(3))) stays.delete(guideid)
    now.splice(random(now.length), 0, { guideid: 10_000 + page })
  })
  expectAll(
    await read(server),
    all.filter(({ guideid }) => stays.has(guideid)),
  )
})

test('a list that never lies still comes to an end', async () => {
  const all = rows(900)
  const server = await movingList(all, (now, page) => now.unshift({ guideid: 10_000 + page }))
  expectAll(await read(server), rows(900))
  expect(server.asked.length).toBeLessThan(60)
})

test('an item that is too large counts once, although a list that moves is read again', async () => {
  const all = rows(650).map((row) => (row.guideid === 5 ? { ...row, large: 'x'.repeat(300_000) } : row))
  let hasMoved = false
  const server = await listen((_, response, { searchParams }) => {
    const [offset = 0, limit] = ['offset', 'limit'].map((name) => Number(searchParams.get(name)))
    sendJson(response, all.slice(offset, offset + Number(limit)))
    if (offset > 300 && !hasMoved) hasMoved = all.splice(250, 7).length > 0
  })
  const large: number[] = []
  const options = { maxBytes: 200_000, warn: () => undefined, onLarge: (items: number) => large.push(items) }
  const got = (await collect(readList(clientFor(server.url), server.url, 'guides', options))) as Rows
  expect(got).toHaveLength(649)
  expect(server.asked.filter((path) => path.endsWith('limit=200&offset=0')).length).toBeGreaterThan(1)
  expect(large).toEqual([1])
})
