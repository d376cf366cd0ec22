import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { BuildResult } from '../../../src/build.ts'
import type { IndexEntry } from '../../../src/search/index-list.ts'
import { temporaryFolder, writeCache } from '../../cache/small-cache.ts'
import { randomFrom } from '../../crawl/kill.ts'
import { readJson } from '../../sample-copy.ts'
import { CHANGES, cacheOf, firstSite } from '../changing-site.ts'
import { copySite } from '../nights.ts'
import { expectSameButIndex, haveSmallIndexes } from '../small-indexes.ts'
import { configOf, type Flags } from './sharded.ts'

haveSmallIndexes()

/** Builds with fresh modules that remember no earlier build. */
async function build(flags: Flags, shards: readonly string[] = []): Promise<BuildResult> {
  vi.resetModules()
  const { buildSite } = await import('../../../src/build.ts')
  return buildSite(configOf(flags), 'Benchbook test', {}, shards)
}

/** Builds shards over those of the night before. */
async function buildShards(cache: string, of: number, home: string, night: number): Promise<string[]> {
  const shards: string[] = []
  for (let number = 1; number <= of; number++) {
    const [before, out] = [night - 1, night].map((at) => join(home, `night-${at}-shard-${number}-of-${of}`)) as [string, string]
    if (night > 0) await copySite(before, out)
    await build({ cache, out, shard: `${number}/${of}` })
    shards.push(out)
  }
  return shards
}

test('the merged indexes of shards answer like the one of the whole site, also the night after', async () => {
  const [home, chance] = [await temporaryFolder(), randomFrom(5)]
  const site = firstSite(chance, 30)
  for (const [night, counts] of [[1, 2, 3, 8], [3]].entries()) {
    const cache = join(home, `cache-${night}`)
    await writeCache(cache, cacheOf(site))
    const whole = join(home, `whole-${night}`)
    await build({ cache, out: whole })
    for (const of of counts) {
      const shards = await buildShards(cache, of, home, night)
      const out = join(home, `merged-${night}-${of}`)
      const merged = await build({ cache, out }, shards)
      expect(merged.keptPages).toBe(merged.pages)
      await expectSameButIndex(out, whole, `night ${night}, ${of} shards`)
      const entries = await readJson<IndexEntry[]>(join(out, 'pagefind/indexes.json'))
      expect(
        entries.map(({ folder }) => folder),
        `night ${night}`,
      ).toContain(`${of}-first/`)
    }
    site.night++
    for (const name of ['a guide is new', 'a guide is edited', 'a guide is deleted']) CHANGES[name]?.(site, chance)
  }
})
