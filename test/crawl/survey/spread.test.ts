import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differentInAll } from '../../../src/crawl/survey/forecast.ts'
import { spread } from '../../../src/crawl/survey/sample.ts'

test('a choice is of different numbers, in order, from each part of all', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 50 }), (all, wanted) => {
      const chosen = spread(all, wanted)
      expect(chosen).toHaveLength(Math.min(all, wanted))
      expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b))
      const [first = 0, last = 0] = [chosen[0], chosen.at(-1)]
      if (all > 0) expect(last - first).toBeGreaterThanOrEqual(((wanted - 2) * all) / wanted - 1)
      expect(chosen.every((place) => place >= 0 && place < all)).toBe(true)
    }),
  )
})

test('no choice falls into step with three sizes of a picture', () => {
  for (const all of [60, 600, 6000]) expect(new Set(spread(all, 20).map((place) => place % 3)).size).toBe(3)
})

test.each([
  ['in a sample of everything: nothing else', [1, 1, 5], 1, 3],
  ['once each: as many more as there are places', Array<number>(100).fill(1), 0.1, 1000],
  ['once each in a very small sample: still as many', Array<number>(600).fill(1), 0.002, 300_000],
  ['often: nothing else', [20, 18, 20], 0.1, 3],
  ['never: nothing', [], 0, 0],
])('what there is in all, of what turned up %s', (_, times, share, all) => expect(differentInAll(times, share)).toBe(all))
