import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keptFiles } from '../../src/cache/kept-files.ts'

/** The chosen folders of a cache as a text to compare, without times. */
export async function cacheContent(cache: string, folders = ['records', 'lists']): Promise<string> {
  const paths = (await keptFiles(cache)).filter((path) => folders.includes(path.split('/')[0] ?? ''))
  return JSON.stringify(await Promise.all(paths.map(async (path) => [path, await readFile(join(cache, path), 'base64')])))
}
