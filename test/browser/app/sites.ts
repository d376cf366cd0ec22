import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { succeed } from '../../benchbook.ts'
import { folderForAll } from '../../folders.ts'
import { changeJson } from '../../sample-copy.ts'
import { sampleSite } from '../../sample-site.ts'

/** A guide of the sample with a prerequisite, pictures and tools, and the category of both. */
export const GUIDE = 'guide/3/'
export const FIRST = 'guide/2/'

/** Sites of the sample below a base, built as a person does, optionally with another title of a guide. */
export function buildSites(base: string) {
  const home = folderForAll()
  const cache = join(home, 'cache')
  return async (name: string, flags: readonly string[] = [], titles: Record<number, string> = {}): Promise<string> => {
    const out = join(home, name)
    await cp((await sampleSite()).cache, cache, { recursive: true })
    for (const [guideid, title] of Object.entries(titles)) await changeJson(join(cache, `records/guide/0/${guideid}.json`), { title })
    await succeed(['build', '--cache', cache, '--out', out, '--base', base, ...flags])
    return out
  }
}
