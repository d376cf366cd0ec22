import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { isMissing } from './atomic.ts'

/**
 * Paths of the files in a folder of `root`, relative to `root`, with slashes; none if there is no such folder. Without a folder, of all of
 * `root`, which must exist. A link counts as a file, even if it leads to a folder.
 */
export async function* filesBelow(root: string, folder = ''): AsyncGenerator<string> {
  for await (const { path } of entriesBelow(root, folder)) yield path
}

/** {@link filesBelow}, with whether each is a link or a regular file: a pipe, a socket or a device is neither. */
export async function* entriesBelow(root: string, folder = ''): AsyncGenerator<{ path: string; isFile: boolean; isLink: boolean }> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (folder && isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) yield* entriesBelow(root, path)
    else yield { path, isFile: entry.isFile(), isLink: entry.isSymbolicLink() }
  }
}
