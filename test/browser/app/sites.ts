import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchbook } from '../../benchbook.ts'
import { sampleSite } from '../../sample-site.ts'

/** A guide of the sample with one to do first, pictures and tools, and the category of both. */
export const GUIDE = 'guide/3/'
export const FIRST = 'guide/2/'

/** Sites of the sample below a base, built as a person does; `close` removes them. */
export async function buildSites(base: string) {
  const home = await mkdtemp(join(tmpdir(), 'benchbook-app-'))
  const cache = join(home, 'cache')
  await cp((await sampleSite()).cache, cache, { recursive: true })
  const build = async (name: string, ...flags: string[]): Promise<string> => {
    const out = join(home, name)
    const { code, stdout, stderr } = await benchbook(['build', '--cache', cache, '--out', out, '--base', base, ...flags])
    if (code !== 0) throw new Error(`The site could not be built (exit code ${code ?? 'none'}):\n${stdout}${stderr}`)
    return out
  }
  const rename = async (guideid: number, title: string): Promise<void> => {
    const path = join(cache, `records/guide/0/${guideid}.json`)
    const guide = JSON.parse(await readFile(path, 'utf8')) as object
    await writeFile(path, JSON.stringify({ ...guide, title }))
  }
  return { build, rename, close: () => rm(home, { recursive: true, force: true }) }
}
