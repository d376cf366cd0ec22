import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { serveSite } from '../../../src/publish/serve.ts'
import { findChromium } from '../../../test/browser/chromium.ts'
import { runTree } from '../build/process-tree.ts'
import { withFolder } from '../run.ts'
import { middleOf } from '../figures.ts'
import { measureSaving, type Saving } from './measure-saving.ts'
import { makeTwentySteps } from './twenty-steps.ts'

const COMMAND = fileURLToPath(new URL('../../benchbook.mjs', import.meta.url))

/** Saves a guide of twenty steps as one file in a browser; gives the section of the page on performance. */
export async function benchOneFile(rounds: number): Promise<string> {
  const load = loadavg()[0] ?? 0
  return withFolder(async (folder) => {
    const [cache, site] = [join(folder, 'cache'), join(folder, 'site')]
    const path = await makeTwentySteps(cache)
    await runTree(process.execPath, [COMMAND, 'build', '--quiet', '--cache', cache, '--out', site])
    const { executablePath, env } = await findChromium()
    await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], env: { ...env } })
    const serving = await serveSite(site, { base: '/', port: 0 })
    try {
      const savings = await measureSaving(browser, new URL(path, serving.url).href, rounds)
      const section = sectionOf(savings, { load, version: browser.version() })
      console.log(section)
      return section
    } finally {
      serving.close()
    }
  })
}

function sectionOf(savings: readonly Saving[], { load, version }: { load: number; version: string }): string {
  const ms = (of: (saving: Saving) => number): string => `${Math.round(middleOf(savings.map(of)))} ms`
  const [{ steps, pictures, bytes } = { steps: 0, pictures: 0, bytes: 0 }] = savings
  return `## A guide in one file

Measured by \`npm run bench -- one-file\` in Chromium ${version} on ${availableParallelism()} cores; the system load was ${load.toFixed(1)} before. The longest guide of the sample, made as long as
twenty steps, and the guide to do before it: ${steps} steps with ${pictures} pictures, a file of ${(bytes / 1e6).toFixed(2)} MB. Medians of ${savings.length}, each in a browser context of its own that has fetched the page alone.

| From the press of the button to the file | Time |
| --- | ---: |
| All | ${ms((saving) => saving.ms)} |
| CPU of the page | ${ms(({ cpuMs }) => cpuMs)} |
| To fetch the same files and write them into one, without reading them | ${ms(({ floorMs }) => floorMs)} |
`
}
