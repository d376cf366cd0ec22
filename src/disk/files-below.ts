import { type Dirent, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isMissing } from './atomic.ts'

/** Folders between two turns of the event loop. */
const TURN = 100

/**
 * Paths of the files in a folder of `root`, relative to `root`, with slashes; none when there is no such folder. Without a folder, of all
 * of `root`, which has to be there. A link counts as a file; whether it leads to a folder is not looked at.
 */
export async function* filesBelow(root: string, folder = ''): AsyncGenerator<string> {
  for await (const { path } of entriesBelow(root, folder)) yield path
}

/** {@link filesBelow}, with which of them are links. Reads a folder at once: by way of other threads that takes four times as long. */
export async function* entriesBelow(root: string, folder = ''): AsyncGenerator<{ path: string; isLink: boolean }> {
  const folders = [folder]
  for (let count = 1, next = folders.pop(); next !== undefined; count++, next = folders.pop()) {
    if (count % TURN === 0) await setImmediate()
    const below: string[] = []
    for (const entry of entriesOf(root, next)) {
      const path = posix.join(next, entry.name)
      if (entry.isDirectory()) below.push(path)
      else yield { path, isLink: entry.isSymbolicLink() }
    }
    folders.push(...below.reverse())
  }
}

function entriesOf(root: string, folder: string): Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
  } catch (error) {
    if (folder && isMissing(error)) return []
    throw error
  }
}
