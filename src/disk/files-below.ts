import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { isMissing } from './atomic.ts'

/**
 * Paths of the files in a folder of `root`, relative to `root`, with slashes; none when there is no such folder. Without a folder, of all
 * of `root`, which has to be there. A link counts as a file; whether it leads to a folder is not looked at.
 */
export async function* filesBelow(root: string, folder = ''): AsyncGenerator<string> {
  for await (const { path } of entriesBelow(root, folder)) yield path
}

/** {@link filesBelow}, with which of them are links, and which are files: a pipe, a socket or a device is neither. */
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
