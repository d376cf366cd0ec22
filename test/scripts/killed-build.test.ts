import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { benchbook } from '../benchbook.ts'
import { CHANGES, cacheOf, firstSite } from '../build/changing-site.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { randomFrom } from '../crawl/kill.ts'
import { differing, siteFiles } from '../site-files.ts'
import { heldAt, killedAt } from '../steps.ts'

/** While it writes pages, and about to put aside the previous site, and to put the new one, its list and its state into place. */
const STEPS = [
  /^writeFile .*building.site.guide.*index\.html$/,
  /^rename .*building.before$/,
  /^rename .*building.site /,
  /^rename .*site\.sha256 /,
  /^rename .*site\.state /,
]
/** All pages can be rendered, and some are kept, after any others. */
const LEFT_OUT = ['a guide is deleted', 'a guide cannot be read, or can be again']

test('a build that is killed leaves the previous site and a state that fits it; one at work is not disturbed', async () => {
  const chance = randomFrom(11)
  const home = await temporaryFolder()
  const [cache, out] = [join(home, 'cache'), join(home, 'dist')]
  const site = firstSite(chance, 9)
  const crawl = async () => {
    await rm(cache, { recursive: true, force: true })
    await writeCache(cache, cacheOf(site))
  }
  const args = (folder: string) => ['build', '--cache', cache, '--out', folder, '--site', 'https://mend.example']
  const build = async (folder: string) => {
    const { code, stdout, stderr } = await benchbook(args(folder))
    expect(code, stdout + stderr).toBe(0)
    return stdout
  }
  await crawl()
  const first = await heldAt(args(out), /^mkdir .*building.site$/)
  const second = await benchbook([...args(out), '--json'])
  expect(second.code).toBe(2)
  expect(JSON.parse(second.stdout)).toMatchObject({ error: { code: 'ERR_OUT_LOCKED', option: 'out', path: `${out}.lock` } })
  await first.goOn()
  expect((await first.ended).code).toBe(0)
  for (const [night, step] of STEPS.entries()) {
    site.night++
    for (const [name, change] of Object.entries(CHANGES)) if (!LEFT_OUT.includes(name) && chance() < 0.1) change(site, chance)
    await crawl()
    await killedAt(args(out), step)
    expect(await build(out)).toContain('of them; the others are as they were.')
    expect(existsSync(`${out}.lock`)).toBe(false)
    const full = join(home, `full-${night}`)
    await build(full)
    expect(differing(await siteFiles(out), await siteFiles(full))).toEqual([])
  }
})
