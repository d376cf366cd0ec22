import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { isMissing } from './atomic.ts'

/**
 * Paths of the files in a folder of `root`, relative to `root`, with slashes; none when there is no such folder. Without a folder, of all
 * of `root`, which has to be there.
 */
export async function* filesBelow(root: string, folder = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (folder && isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(root, path)
    else yield path
  }
}
