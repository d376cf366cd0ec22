import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { barChart } from '../../scripts/bench/build/chart.ts'
import { makeSite } from '../../scripts/bench/build/made-site.ts'
import { ratiosOf, readRecorded, worseRatios } from '../../scripts/bench/build/ratios.ts'
import { categoriesFor, madeDocuments } from '../../scripts/bench/search/made-documents.ts'
import { madeCategories, WHOLE_TREE } from '../../scripts/bench/tree/made-categories.ts'
import { topEntries } from '../../scripts/profile/top-entries.ts'
import { openCache } from '../../src/cache/reader.ts'
import { rebuildSvg } from '../../src/svg/rebuild.ts'
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

test('a made-up tree is as large as the largest service has one, the same each time, and of categories that stand in one place each', () => {
  const tree = madeCategories(WHOLE_TREE)
  expect(tree.all).toHaveLength(48_260)
  expect(madeCategories(WHOLE_TREE)).toEqual({ ...tree, wikiOf: expect.any(Function) as unknown })
  const below = tree.all.flatMap(({ children }) => children)
  expect(new Set([...tree.roots, ...below]).size).toBe(tree.roots.length + below.length)
  expect(tree.roots.length + below.length).toBe(tree.all.length)
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

test('a ratio that is half as much again as recorded is worse; a smaller one, and one that nobody has recorded, is not', () => {
  const row = (name: string, cpuMs: number) => ({ name, figures: { ms: 1, cpuMs }, pages: 1 })
  const ratios = ratiosOf([row('floor', 500), row('build as a whole', 10_000), row('check', 1_500), row('Hugo', 600)], 'floor')
  expect(ratios).toEqual({ 'build as a whole': 20, check: 3 })
  expect(worseRatios(ratios, { 'build as a whole': 13.3, check: 2.1 })).toEqual([
    'build as a whole: 20 times the CPU of the bare script, where 13.3 times is recorded.',
  ])
  expect(worseRatios(ratios, {})).toEqual([])
})

test('what is watched in CI has a recorded ratio', async () => {
  expect(Object.keys(await readRecorded())).toEqual(['build as a whole', 'check'])
})

test('a chart has a bar for each figure, as long as its share of the longest', () => {
  const chart = barChart(
    'Times',
    [
      {
        heading: 'One <size>',
        bars: [
          { name: 'ours', value: 4 },
          { name: 'theirs', value: 1 },
        ],
      },
    ],
    's',
  )
  const widths = Array.from(chart.matchAll(/width="([\d.]+)" height/g), ([, width]) => Number(width))
  expect(widths).toHaveLength(2)
  expect((widths[0] ?? 0) / (widths[1] ?? 1)).toBeCloseTo(4, 1)
  expect(chart).toContain('4.0 s')
  expect(rebuildSvg(Buffer.from(chart))).toMatchObject({ width: 720 })
  expect(chart).not.toContain('<size>')
})
