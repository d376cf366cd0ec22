import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../cache/small-cache.ts'
import { SAMPLE } from '../../replica/peer.ts'
import { differing, siteFiles } from '../../site-files.ts'
import { inSteps, killedAt } from '../../steps.ts'

/** Parts of the steps of the whole work, and the two renames that exchange sites. */
const MOMENTS = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9, /^rename .*building.before$/, /^rename .*building.site /]

test('a shard, and a merge, that is killed leaves what was there, and the next one makes it whole', async () => {
  const cwd = await temporaryFolder()
  const run = async (...args: string[]) => {
    const { code, stdout, stderr, steps } = await inSteps([...args, '--cache', SAMPLE], { cwd })
    expect(code, stdout + stderr).toBe(0)
    return steps.length
  }
  const shard = (number: number, footer: string) => ['build', '--shard', `${number}/2`, '--out', `shard-${number}`, '--footer', footer]
  const merge = (footer: string) => ['merge', 'shard-1', 'shard-2', '--out', 'dist', '--footer', footer]
  for (const number of [1, 2]) await run(...shard(number, 'Before'))
  await run(...merge('Before'))
  const kill = async (args: string[], out: string) => {
    const before = await siteFiles(join(cwd, out))
    const steps = await run(...args.with(-3, `${out}-of-its-own`))
    const whole = [before, await siteFiles(join(cwd, `${out}-of-its-own`))]
    for (const moment of MOMENTS) {
      await killedAt([...args, '--cache', SAMPLE], typeof moment === 'number' ? Math.round(moment * steps) : moment, { cwd })
      // Killed between the two renames that exchange sites, it leaves the old one aside, and the next one puts it back.
      const there = [out, `${out}.building/before`].map((name) => join(cwd, name)).find((folder) => existsSync(folder))
      const after = await siteFiles(there ?? out)
      const distances = whole.map((site) => differing(site, after).length)
      expect(Math.min(...distances), `${out} at ${String(moment)}`).toBe(0)
    }
    await run(...args)
    expect(differing(await siteFiles(join(cwd, out)), await siteFiles(join(cwd, `${out}-of-its-own`)))).toEqual([])
  }
  await kill(shard(1, 'After'), 'shard-1')
  await run(...shard(2, 'After'))
  await kill(merge('After'), 'dist')
})
