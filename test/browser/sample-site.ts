import type { TestProject } from 'vitest/node'
import { serveSite } from '../../src/publish/serve.ts'
import { isAsBuilt, SAMPLE_BASE, sampleSite } from '../sample-site.ts'

/** Serves the sample site to all browser tests, none of which may write to it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { out } = await sampleSite()
  const site = await serveSite(out, { base: SAMPLE_BASE, port: 0 })
  project.provide('siteUrl', site.url)
  project.provide('siteFolder', out)
  return async () => {
    site.close()
    if (!(await isAsBuilt(out))) throw new Error(`A test has written to the sample site, which others read: ${out}`)
  }
}
