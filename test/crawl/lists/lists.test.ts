import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { readList } from '../../../src/crawl/lists/lists.ts'
import { clientFor, collect, listen, sendJson, type Server } from '../server.ts'
import type { ListName } from '../../../src/model/resources.ts'

type Rows = Record<string, unknown>[]

const rows = (count: number): Rows => Array.from({ length: count }, (_, index) => ({ guideid: index + 1, commentid: index + 1 }))
const page = (all: unknown[], url: URL, most = 200): unknown[] => {
  const offset = Number(url.searchParams.get('offset'))
  return all.slice(offset, offset + Math.min(most, Number(url.searchParams.get('limit'))))
}

async function read(server: Server, list: ListName = 'guides'): Promise<{ ids: unknown[]; warnings: string[] }> {
  const warnings: string[] = []
  const options = { maxBytes: 1_000_000, warn: (sentence: string) => warnings.push(sentence) }
  const items = await collect(readList(clientFor(server.url), server.url, list, options))
  return { ids: (items as Rows).map(({ guideid }) => guideid), warnings }
}
const idsOf = (all: Rows) => all.map(({ guideid }) => guideid)

test('a list is read at the largest page size until an empty page', async () => {
  const all = rows(450)
  const server = await listen((_, response, url) => sendJson(response, page(all, url)))
  expect((await read(server)).ids).toEqual(idsOf(all))
  expect(server.asked.slice(0, 3)).toEqual(['0', '199', '398'].map((offset) => `/guides?limit=200&offset=${offset}`))
})

const FAULTS: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
  ['429 with Retry-After in seconds', (_, response) => sendJson(response, {}, 429, { 'retry-after': '1' })],
  ['429 with Retry-After as a date', (_, response) => sendJson(response, {}, 429, { 'retry-after': new Date().toUTCString() })],
  ['429 without Retry-After', (_, response) => sendJson(response, [], 429)],
  ['500', (_, response) => sendJson(response, [], 500)],
  ['503 with an empty body', (_, response) => void response.writeHead(503).end()],
  ['reset', (request) => void request.socket.resetAndDestroy()],
  [
    'cut body',
    (request, response) => {
      response.writeHead(200, { 'content-length': '5000' }).write('[')
      setTimeout(() => request.socket.destroy(), 20)
    },
  ],
  ['HTML page with 200', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>robot?')],
  ['null with 200', (_, response) => sendJson(response, null)],
  ['{} with 200', (_, response) => sendJson(response, {})],
  ['error object with 200', (_, response) => sendJson(response, { error: true, message: 'Too busy' })],
  ['empty body with 200', (_, response) => void response.writeHead(200).end()],
]

test.each(FAULTS)('a %s in the middle of a list is never taken for the end', async (_, spoil) => {
  const all = rows(450)
  let isSpoilt = false
  const server = await listen((request, response, url) => {
    if (url.searchParams.get('offset') !== '199' || isSpoilt) return sendJson(response, page(all, url))
    isSpoilt = true
    spoil(request, response)
  })
  expect((await read(server)).ids).toEqual(idsOf(all))
  expect(isSpoilt).toBe(true)
})

test('a fault that lasts is an error, not an end', async () => {
  const server = await listen((_, response, url) =>
    sendJson(response, page(rows(450), url), url.searchParams.get('offset') === '199' ? 500 : 200),
  )
  await expect(read(server)).rejects.toThrow('500 Internal Server Error (3 tries)')
})

test('a short page is not the end: a list that is filtered after paging is read to its end', async () => {
  const all = rows(900)
  const isShown = ({ guideid }: Rows[number]) => Number(guideid) % 3 !== 0 && !(Number(guideid) > 200 && Number(guideid) < 390)
  const server = await listen((_, response, url) => sendJson(response, (page(all, url) as Rows).filter(isShown)))
  expect((await read(server)).ids).toEqual(idsOf(all.filter(isShown)))
})

test('a gap as long as a page, after a short page, is not the end', async () => {
  const all = rows(350)
  const isShown = ({ guideid }: Rows[number]) => Number(guideid) <= 5 || Number(guideid) > 300
  const server = await listen((_, response, url) => sendJson(response, (page(all, url) as Rows).filter(isShown)))
  expect((await read(server)).ids).toEqual(idsOf(all.filter(isShown)))
})

test('a service that gives smaller pages than asked for loses nothing', async () => {
  const all = rows(250)
  const server = await listen((_, response, url) => sendJson(response, page(all, url, 50)))
  expect((await read(server)).ids).toEqual(idsOf(all))
})

test('a page that comes again is known again, whatever stands in the place of an id', async () => {
  const odd = [{ guideid: [1] }, { guideid: { id: 2 } }, { guideid: null, title: 'x' }, null, { guideid: 3 }]
  const server = await listen((_, response) => sendJson(response, odd))
  const warnings: string[] = []
  const options = { maxBytes: 1_000_000, maxPages: 20, warn: (sentence: string) => void warnings.push(sentence) }
  expect(await collect(readList(clientFor(server.url), server.url, 'guides', options))).toEqual(odd)
  expect(warnings).toEqual([expect.stringContaining('its 5 different items are kept')])
})

test('a service that gives one item at a time loses nothing', async () => {
  const all = rows(30)
  const server = await listen((_, response, url) => sendJson(response, page(all, url, 1)))
  expect((await read(server)).ids).toEqual(idsOf(all))
})

test('an item that moved across a page boundary is seen once, and what pushed it is found', async () => {
  const all = rows(450)
  let isPushed = false
  const server = await listen((_, response, url) => {
    sendJson(response, page(all, url))
    if (!isPushed) all.unshift({ guideid: 9999 })
    isPushed = true
  })
  expect((await read(server)).ids).toEqual([...idsOf(rows(450)), 9999])
})

test('a list that goes on for ever is an error with a sentence, not an end', async () => {
  const server = await listen((_, response, url) => {
    const offset = Number(url.searchParams.get('offset'))
    sendJson(
      response,
      Array.from({ length: 200 }, (_, index) => ({ guideid: offset + index })),
    )
  })
  const options = { maxBytes: 1_000_000, maxPages: 20, warn: (sentence: string) => expect.fail(sentence) }
  const reading = collect(readList(clientFor(server.url), server.url, 'guides', options))
  await expect(reading).rejects.toThrow(/The list .* has no end: reading stopped at 3981 items\.$/)
  expect(server.asked).toHaveLength(20)
})

test('a list that ignores the offset ends with a sentence and keeps its items', async () => {
  const server = await listen((_, response) => sendJson(response, rows(7)))
  const { ids, warnings } = await read(server, 'comments')
  expect(ids).toHaveLength(7)
  expect(warnings.join()).toContain('repeats itself without an end; its 7 different items are kept')
  expect(server.asked.length).toBeLessThan(10)
})
