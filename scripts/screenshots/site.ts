import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveSite } from '../../src/publish/serve.ts'
import { readConfig } from '../../src/config.ts'
import { build } from '../../src/cli/stages/build.ts'

export interface SampleSite extends AsyncDisposable {
  url: string
}

const NAMES = ['lists', 'media', 'records', 'records.ndjson', 'manifest.json']

/** Builds and serves the sample, with an Arabic interface in addition to its own languages; the content stays untranslated. */
export async function sampleSite(signal: AbortSignal): Promise<SampleSite> {
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-screenshots-'))
  const [sample, cache, out] = [fileURLToPath(new URL('../../sample', import.meta.url)), join(folder, 'cache'), join(folder, 'dist')]
  for (const name of NAMES) await cp(join(sample, name), join(cache, name), { recursive: true })
  const manifest = JSON.parse(await readFile(join(sample, 'manifest.json'), 'utf8')) as { translations?: string[] }
  await writeFile(join(cache, 'manifest.json'), JSON.stringify({ ...manifest, translations: [...(manifest.translations ?? []), 'ar'] }))
  await build({ ...readConfig({ name: 'The Mendery', licence: 'CC BY-SA 4.0' }, {}), cache, out }, signal)
  const site = await serveSite(out, { base: '/', port: 0 })
  return {
    url: site.url,
    async [Symbol.asyncDispose]() {
      site.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
