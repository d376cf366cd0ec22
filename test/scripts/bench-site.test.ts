import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeSite } from '../../scripts/bench/build/made-site.ts'
import { categoriesFor, madeDocuments } from '../../scripts/bench/search/made-documents.ts'
import { topEntries } from '../../scripts/profile/top-entries.ts'
import { openCache } from '../../src/cache/reader.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { differing, siteFiles } from '../site-files.ts'

test('a made-up site has the same bytes each time, and guides of twelve steps in a category of the fourth level', async () => {
  const [one, other] = [join(await temporaryFolder(), 'cache'), join(await temporaryFolder(), 'cache')]
  for (const folder of [one, other]) await makeSite(folder, 20)
  const made = await siteFiles(one)
  expect(made.size).toBeGreaterThan(400)
  expect(differing(made, await siteFiles(other))).toEqual([])
  const guide = JSON.parse((await (await openCache(one)).recordText({ kind: 'guide', id: '12' })) ?? '') as Record<string, unknown>
  expect(guide.steps).toHaveLength(12)
  const order = await readFile(join(one, 'records/hierarchy-order.json'), 'utf8')
  expect(order.split('"title"')).toHaveLength(401)
  expect(order).toContain(JSON.stringify(guide.category))
})

test('made-up documents are the same each time, and each has a path of its own', async () => {
  const [one, other] = [await Array.fromAsync(madeDocuments(40)), await Array.fromAsync(madeDocuments(40))]
  expect(one).toHaveLength(40 + categoriesFor(40))
  expect(other).toEqual(one)
  expect(new Set(one.map(({ path }) => path)).size).toBe(one.length)
})

test('the top entries of a profile add up by room, and what Node does counts for its caller', async () => {
  const frame = (functionName: string, url: string) => ({ functionName, url })
  const told = await topEntries({
    nodes: [
      { id: 1, callFrame: frame('(root)', ''), children: [2, 5] },
      { id: 2, callFrame: frame('guideView', 'file:///x/dist.building/program/chunks/a.mjs'), children: [3] },
      { id: 3, callFrame: frame('sanitizeHtml', 'file:///x/node_modules/sanitize-html/index.js'), children: [4] },
      { id: 4, callFrame: frame('replace', 'node:internal/x') },
      { id: 5, callFrame: frame('(idle)', '') },
    ],
    samples: [2, 3, 4, 5],
    timeDeltas: [500, 300, 200, 9000],
  })
  expect(told.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))).toEqual([
    '50.0 % views',
    '50.0 % guideView',
    '50.0 % sanitize-html',
    '30.0 % sanitizeHtml',
    '20.0 % replace',
  ])
})
