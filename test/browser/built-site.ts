import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Serving, serveSite } from '../../src/publish/serve.ts'
import type { SearchDocument } from '../../src/search/document.ts'
import { makeIndex } from '../../src/search/index/index-site.ts'
import { succeed } from '../benchbook.ts'
import { type SmallCache, writeCache } from '../cache/small-cache.ts'
import { folderForAll } from '../folders.ts'
import { SAMPLE_BASE } from '../sample-site.ts'

/** Builds the site of a small cache in a folder as a person does, and serves it until `close`. */
export async function buildAndServe(home: string, cached: SmallCache, ...flags: string[]) {
  const [cache, out] = [join(home, 'cache'), join(home, 'dist')]
  await writeCache(cache, cached)
  await succeed(['build', '--cache', cache, '--out', out, ...flags])
  return { ...(await serveSite(out, { base: '/', port: 0 })), cache, out }
}

/** A function that serves a copy of the sample site with a search of other documents, for all tests of a file. */
export function searchableSites() {
  const home = folderForAll()
  let count = 0
  return async (documents: AsyncIterable<SearchDocument>, options?: Parameters<typeof makeIndex>[2]): Promise<Serving> => {
    const folder = join(home, String(count++))
    await cp(inject('siteFolder'), folder, { recursive: true })
    await makeIndex(documents, folder, options)
    return serveSite(folder, { base: SAMPLE_BASE, port: 0 })
  }
}
