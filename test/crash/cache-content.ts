import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keptFiles } from '../../src/cache/kept-files.ts'

/** The records and lists of a cache, and what else is wanted, as a text that can be compared: times are another matter. */
export async function cacheContent(cache: string, folders = ['records', 'lists']): Promise<string> {
  const paths = (await keptFiles(cache)).filter((path) => folders.includes(path.split('/')[0] ?? ''))
  return JSON.stringify(await Promise.all(paths.map(async (path) => [path, await readFile(join(cache, path), 'base64')])))
}
