import { expect, test } from 'vitest'
import { guilty } from '../../scripts/soak/bisect.ts'
import { goodPart } from '../../scripts/soak/good-site.ts'
import { materialOf } from '../../scripts/soak/parts/material.ts'
import { hostileParts, hostileTraits } from '../../scripts/soak/seed.ts'

const ORIGIN = 'http://127.0.0.1:1'

test('a seed gives the same hostile site each time, and another one another', async () => {
  const good = await goodPart(ORIGIN)
  const siteOf = (seed: number): unknown => {
    const material = materialOf(good, ORIGIN)
    return [...hostileParts(material, seed), ...hostileTraits(material, seed)].map(({ name, answers }) => [name, [...(answers ?? [])]])
  }
  const first = siteOf(7)
  siteOf(8)
  expect(siteOf(7)).toEqual(first)
  expect(siteOf(8)).not.toEqual(first)
})

test('what is hostile has no answer in the place of a good one', async () => {
  const good = await goodPart(ORIGIN)
  const paths = new Set(good.answers.keys())
  expect([...paths].filter((path) => /\/guides\/\d+$/.test(path))).toHaveLength(30)
  for (let seed = 1; seed <= 40; seed++)
    for (const { name, answers } of hostileParts(materialOf(good, ORIGIN), seed))
      expect(
        [...answers.keys()].filter((path) => paths.has(path)),
        name,
      ).toEqual([])
})

test('the few that fail together are found among many', async () => {
  const all = Array.from({ length: 21 }, (_, at) => at)
  const failing = (...few: number[]) => guilty(all, (some) => Promise.resolve(few.every((one) => some.includes(one))))
  expect(await failing(13)).toEqual([13])
  expect(await failing(2, 17)).toEqual([2, 17])
  expect(await failing(4, 5, 20)).toEqual([4, 5, 20])
})
