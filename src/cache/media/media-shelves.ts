import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../../disk/atomic.ts'
import { MEDIA_NAME } from '../layout.ts'

/**
 * Paths of a cache's media files, relative to it, a folder at a time and in the order of their hashes; without what somebody else laid there,
 * and without links.
 */
export async function* mediaShelves(folder: string): AsyncGenerator<string[]> {
  for (const shelf of await ownNamesIn(join(folder, 'media'))) {
    const names = await ownNamesIn(join(folder, 'media', shelf))
    yield names.filter((name) => MEDIA_NAME.test(name)).map((name) => `media/${shelf}/${name}`)
  }
}

async function ownNamesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.flatMap((entry) => (entry.isSymbolicLink() ? [] : entry.name)).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
