import { expect, test } from 'vitest'
import { openCache } from '../../../src/cache/reader.ts'
import { crawl } from '../../../src/crawl/crawl.ts'
import { everything } from '../../cache/small-cache.ts'
import { optionsFor } from '../server.ts'
import { crawlSmall, guide, guides, smallService } from '../small-service.ts'

const COUNT = 450
const deep = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels))

/** A list, some items of which are far larger, or deeper, than others; each guide's own answer is small. */
const withLarge = (large: Record<number, unknown>) => {
  const all = guides(COUNT)
  return {
    guides: all.map((item) => (item.guideid in large ? { ...item, large: large[item.guideid] } : item)),
    answers: Object.fromEntries(all.map((item) => [`/guides/${item.guideid}`, item])),
  }
}

const idsIn = async (cache: string): Promise<number[]> =>
  (await everything((await openCache(cache)).list('guides'))).map((item) => (item as { guideid: number }).guideid)

test('items of a list that exceed the size of an answer are lost alone and reported', async () => {
  const { cache, counts, failures } = await crawlSmall({
    options: { maxBodyBytes: 200_000, retries: 0 },
    ...withLarge({ 1: deep(300), 131: 'x'.repeat(300_000), 132: 'x'.repeat(300_000), 450: 'x'.repeat(300_000) }),
  })
  expect((await idsIn(cache)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: COUNT }, (_, at) => at + 1).filter((id) => ![131, 132, 450].includes(id)),
  )
  expect(counts.guide).toMatchObject({ fetched: COUNT - 3, failed: 0 })
  expect(failures).toEqual([
    expect.objectContaining({
      kind: 'list',
      id: 'guides',
      reason: expect.stringMatching(/larger than 200000 bytes\. Of the list 3 items are too large to be read/) as string,
    }),
  ])
})

test('nothing of the last crawl is removed because of it, and new items are copied', async () => {
  const { cache, service: before } = await crawlSmall({ guides: guides(COUNT) })
  const service = await smallService(withLarge({ 7: 'x'.repeat(300_000) }))
  const options = { maxBodyBytes: 200_000, retries: 0, sourceWas: [before.url] }
  const { counts, failures } = await crawl(optionsFor(service.url, cache, options))
  expect(failures.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['list guides'])
  expect(counts.list?.stale).toBe(1)
  expect(await idsIn(cache)).toHaveLength(COUNT)
  expect(await everything((await openCache(cache)).keys('guide'))).toHaveLength(COUNT)
})

test('a list of only too large pages ends', async () => {
  const { failures } = await crawlSmall({
    options: { maxBodyBytes: 200_000, retries: 0 },
    guides: [guide(1)],
    instead: (path) => path === '/tags' && ['x'.repeat(300_000)],
  })
  expect(failures.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['list tags'])
})

test('a too deeply nested tree is cut and reported; its upper categories are kept', async () => {
  const levels = Array.from({ length: 300 }, (_, at) => `Level ${at}`)
  const hierarchy = levels.reduceRight<object>((below, title) => ({ [title]: below }), {})
  const { beyond, reader } = await crawlSmall({
    options: { retries: 0 },
    guides: [guide(1)],
    instead: (_, { searchParams }) => searchParams.get('display') === 'hierarchy' && { hierarchy, display_titles: {} },
  })
  expect(beyond).toEqual([expect.stringMatching(/^The tree of categories .* is nested more than 200 levels deep/)])
  const stored = JSON.stringify(await reader.record({ kind: 'hierarchy', id: '' }))
  expect(stored).toContain('"Level 190"')
  expect(stored).not.toContain('"Level 250"')
})
