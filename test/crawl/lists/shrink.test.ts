import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '../../../src/cache/reader.ts'
import { collect } from '../server.ts'
import { filesOf } from '../sample.ts'
import { crawlSmall, guide, guides } from '../small-service.ts'

const namesOf = async (cache: string) => (await collect((await openCache(cache)).keys())).map(({ kind, id }) => `${kind} ${id}`)

const TOOLS = [{ title: 'Pin' }, { title: 'Saw' }]

/** A crawl of a service of 20 guides and two tools; its list `path` and all details of guides change their answers once `night` has them. */
async function firstNight(night: { path?: string; answer?: number | object; details?: number } = {}) {
  const crawled = await crawlSmall({
    guides: guides(20),
    answers: {
      '/wikis/ITEM': TOOLS,
      ...Object.fromEntries(TOOLS.map(({ title }) => [`/wikis/ITEM/${title}`, { wikiid: 1, namespace: 'ITEM', title, tags: [] }])),
    },
    instead: (path) => (path === night.path && night.answer) || (path.startsWith('/guides/') && night.details),
  })
  return { ...crawled, night }
}

test.for([
  ['/guides', '[]', [], undefined],
  ['/guides', '[] while every guide is gone', [], 404],
  ['/guides', '[] while every guide is private', [], 403],
  ['/wikis/ITEM', '404', 404, undefined],
  ['/wikis/ITEM', '403', 403, undefined],
] as const)('a list %s that answers %s after a good crawl removes nothing', async ([path, , answer, details]) => {
  const { service, cache, again, night } = await firstNight()
  const [files, names] = [await filesOf(cache, service.url), await namesOf(cache)]
  Object.assign(night, { path, answer, details })
  expect((await again({ retries: 0 })).shrunk).toEqual([
    path === '/guides' ? { of: 'list', list: 'guides', items: 0, before: 20 } : { of: 'list', list: 'wikis-ITEM', items: 0, before: 2 },
  ])
  expect(await namesOf(cache)).toEqual(names)
  const isContent = (name: string) => !name.startsWith('stale.ndjson')
  expect([...(await filesOf(cache, service.url)).keys()].filter(isContent).sort()).toEqual([...files.keys()].filter(isContent).sort())
})

test('new items of a short list are copied, and the next night is normal', async () => {
  const all = guides(20)
  const { cache, again } = await crawlSmall({ guides: all })
  const lost = all.splice(0, 5)
  all[0] = guide(6, { title: 'Changed' })
  expect((await again()).shrunk).toEqual([{ of: 'list', list: 'guides', items: 15, before: 20 }])
  const copy = await openCache(cache)
  expect(await copy.record({ kind: 'guide', id: '6' })).toHaveProperty('title', 'Changed')
  expect(await copy.record({ kind: 'guide', id: '1' })).toBeDefined()
  expect(await copy.staleSince({ kind: 'guide', id: '1' })).toMatch(/^20\d\d-/)
  expect(await copy.staleSince({ kind: 'guide', id: '6' })).toBeUndefined()
  all.unshift(...lost)
  expect((await again()).shrunk).toEqual([])
  expect(await (await openCache(cache)).staleSince({ kind: 'guide', id: '1' })).toBeUndefined()
})

test.for([
  ['{}', {}, 0],
  ['[]', [], 0],
  ['a branch of itself', { Tools: {} }, 1],
  ['404', 404, 0],
] as const)('a category tree that answers %s after a good crawl is kept, and nothing is removed', async ([, answer, items]) => {
  const tree = { Bicycles: { Brakes: {}, Wheels: {} }, Kettles: {}, Tools: {} }
  const night: { answer: number | object } = { answer: tree }
  const { cache, again } = await crawlSmall({ instead: (path) => path === '/categories' && night.answer })
  const names = await namesOf(cache)
  night.answer = answer
  const shrunk = [{ of: 'tree', list: 'categories', items, before: 5 }]
  for (let nights = 0; nights < 2; nights++) {
    expect((await again({ retries: 0 })).shrunk).toEqual(shrunk)
    expect(await namesOf(cache)).toEqual(names)
    expect(await (await openCache(cache)).record({ kind: 'categories', id: '' })).toEqual(tree)
  }
  night.answer = { Kettles: {} }
  expect((await again({ allowShrink: 80 })).shrunk).toEqual([])
  expect(await (await openCache(cache)).record({ kind: 'categories', id: '' })).toEqual({ Kettles: {} })
})

test.for([404, 403])('listed guides that all answer %i are kept, and requested again the next night', async (status) => {
  const { cache, again, night } = await firstNight()
  const names = await namesOf(cache)
  night.details = status
  expect((await again({ full: true })).shrunk).toEqual([{ of: 'records', list: 'guide', items: 0, before: 20 }])
  expect(await namesOf(cache)).toEqual(names)
  night.details = 0
  const after = await again()
  expect([after.shrunk, after.counts.guide?.stale, after.counts.guide?.gone]).toEqual([[], 0, 0])
  expect(await namesOf(cache)).toEqual(names)
  night.details = status
  await again({ full: true, allowShrink: 100 })
  expect((await namesOf(cache)).filter((name) => name.startsWith('guide '))).toEqual([])
})

test.for([false, true])('a damaged list of the last crawl is replaced: its lines do not count as items (full: %s)', async (full) => {
  const { cache, again } = await firstNight()
  const list = join(cache, 'lists/wikis-ITEM.ndjson')
  const whole = await readFile(list, 'utf8')
  await appendFile(list, 'x\ny\n')
  expect((await again({ full })).shrunk).toEqual([])
  expect(await readFile(list, 'utf8')).toBe(whole)
})
