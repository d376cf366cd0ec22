import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { measureSaving, middleOf } from '../../scripts/bench/one-file/measure-saving.ts'
import { makeTwentySteps } from '../../scripts/bench/one-file/twenty-steps.ts'
import { serveSite } from '../../src/publish/serve.ts'
import { benchbook } from '../benchbook.ts'
import { test } from './browser.ts'

const ROUNDS = 7
/**
 * Other work on the machine makes single runs several times as long. It adds little to the CPU time of the page, and meets what is measured right after, to fetch and
 * write the same files, as much. Some three times what was measured: 110 ms, and 1.7 times as long.
 */
const LIMITS = { bestMs: 1000, cpuMs: 350, floors: 5 }

test('a guide of twenty steps is one file in less than a second', async ({ browser }) => {
  const home = await mkdtemp(join(tmpdir(), 'benchbook-twenty-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const [cache, site] = [join(home, 'cache'), join(home, 'site')]
  const path = await makeTwentySteps(cache)
  expect(await benchbook(['build', '--cache', cache, '--out', site])).toMatchObject({ code: 0 })
  const serving = await serveSite(site, { base: '/', port: 0 })
  onTestFinished(() => serving.close())
  const savings = await measureSaving(browser, new URL(path, serving.url).href, ROUNDS)
  const said = JSON.stringify(savings)
  expect(Math.min(...savings.map(({ steps }) => steps))).toBeGreaterThanOrEqual(20)
  expect(Math.min(...savings.map(({ pictures }) => pictures))).toBeGreaterThan(40)
  expect(Math.min(...savings.map(({ ms }) => ms)), said).toBeLessThan(LIMITS.bestMs)
  expect(middleOf(savings.map(({ cpuMs }) => cpuMs)), said).toBeLessThan(LIMITS.cpuMs)
  expect(middleOf(savings.map(({ ms, floorMs }) => ms / floorMs)), said).toBeLessThan(LIMITS.floors)
})
