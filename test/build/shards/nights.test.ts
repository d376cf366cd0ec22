import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildApart } from '../../../src/library/separate-build.ts'
import { temporaryFolder, writeCache } from '../../cache/small-cache.ts'
import { randomFrom } from '../../crawl/kill.ts'
import { differing, siteFiles } from '../../site-files.ts'
import { CHANGES, cacheOf, firstSite } from '../changing-site.ts'
import { buildShards, configOf, merge, renderShards } from './sharded.ts'

test('a shard with a file that differs from its build is refused, and the old site is kept', async () => {
  const home = await temporaryFolder()
  const [cache, out] = [join(home, 'cache'), join(home, 'merged')]
  await writeCache(cache, cacheOf(firstSite(randomFrom(3), 6)))
  const shards = await buildShards({ cache }, 2, home)
  await merge({ cache, out }, shards)
  const before = await siteFiles(out)
  const [page = ''] = [...(await siteFiles(shards[1] ?? '')).keys()].filter((file) => file.endsWith('.html'))
  await writeFile(join(shards[1] ?? '', page), 'another')
  await expect(merge({ cache, out: shards[0] }, shards)).rejects.toThrow(`${shards[0]} is a shard, and a merge does not write into one.`)
  await rm(`${out}.state`)
  const merged = merge({ cache, out }, shards)
  await expect(merged).rejects.toMatchObject({ code: 'ERR_SHARD', exitCode: 2 })
  await expect(merged).rejects.toThrow(`${page} in the shard ${shards[1]} is missing, or not what its build wrote.`)
  expect(differing(before, await siteFiles(out))).toEqual([])
})

test('after a night, each shard renders its own changed pages, and the merge none', async () => {
  const [home, chance] = [await temporaryFolder(), randomFrom(3)]
  const [cache, site] = [join(home, 'cache'), firstSite(chance, 24)]
  const names = Object.keys(CHANGES)
  for (let night = 0; night < 4; night++) {
    await rm(cache, { recursive: true, force: true })
    await writeCache(cache, cacheOf(site))
    const whole = join(home, 'whole')
    const built = await buildApart(configOf({ cache, out: whole }), {})
    const { shards, rendered } = await renderShards({ cache }, 3, home)
    expect(rendered).toBe(built.pages - built.keptPages)
    if (night > 0) expect(rendered).toBeLessThan(built.pages)
    const merged = await merge({ cache, out: join(home, 'merged') }, shards)
    expect(differing(await siteFiles(join(home, 'merged')), await siteFiles(whole))).toEqual([])
    expect({ unreadable: merged.unreadable, damaged: merged.damaged }).toEqual({ unreadable: built.unreadable, damaged: built.damaged })
    // The merge also reports what cannot be shown.
    if (built.unreadable.length === 0) expect(merged.keptPages).toBe(merged.pages)
    site.night++
    for (const name of names) if (chance() < 0.1) CHANGES[name]?.(site, chance)
  }
})
