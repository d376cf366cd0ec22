import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toolFile, toolFiles } from '../../../src/views/item/tools-page.ts'
import { guidesCache, siteOf } from '../small-site.ts'
import { madeUpGuides } from './made-up-guides.ts'
import { guidesIn } from './tool-part.ts'

test('weighs 165 KB at most for 10,000 guides, and 50 KB without their titles, packed by gzip', async () => {
  const guides = madeUpGuides(10_000)
  const site = await siteOf(guidesCache(guides))
  expect(Object.keys(guidesIn(site)).toSorted()).toEqual(guides.map(({ guideid, title }) => `${guideid} ${title}`).toSorted())
  const files = toolFiles(site).map((name) => ({ name, bytes: gzipSync(toolFile(site, name)).length }))
  const sumOf = (these: typeof files): number => these.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(sumOf(files)).toBeLessThan(165_000)
  expect(sumOf(files.filter(({ name }) => name === 'all' || name.startsWith('in-')))).toBeLessThan(50_000)
  expect(Math.max(...files.map(({ bytes }) => bytes))).toBeLessThan(20_000)
})
