import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { serveSite } from '../../src/publish/serve.ts'
import { openCache } from '../../src/cache/reader.ts'
import { startService } from '../../src/replica/http/server.ts'
import { benchbook } from '../benchbook.ts'

const SAMPLE = resolve(import.meta.dirname, '../../sample')
/** Not the root, so that a link that forgets the base is a dead one. */
const BASE = '/mending/'

/** Makes one site from the sample for all browser tests, the way a person does: serve, crawl, build, serve. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-sample-'))
  const [cache, out] = [join(folder, 'cache'), join(folder, 'dist')]
  const service = await startService(await openCache(SAMPLE), { playsService: true })
  await run(['crawl', '--source', service.api, '--cache', cache, '--extra', 'user-completions,user-favorites'])
  await service.close()
  await run(['build', '--cache', cache, '--out', out, '--base', BASE])
  const site = await serveSite(out, { base: BASE, port: 0 })
  project.provide('siteUrl', site.url)
  project.provide('siteFolder', out)
  return async () => {
    site.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(args: string[]): Promise<void> {
  const { code, stdout, stderr } = await benchbook(args)
  if (code !== 0) throw new Error(`The sample site could not be made (exit code ${code ?? 'none'}):\n${stdout}${stderr}`)
}
