import { existsSync, lstatSync, renameSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { forget, isMissing } from './atomic.ts'

/**
 * Moves a folder of `from` to its place in `to`: as a whole if it does not exist there yet (a first crawl has a hundred thousand files),
 * otherwise file by file. Adds to `changed` the folders of `to` in which a name has changed. Idempotent.
 */
export async function mergeFolder(from: string, to: string, folder: string, changed: Set<string>): Promise<void> {
  const entries = await readdir(join(from, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return undefined // already moved
    throw error
  })
  if (!entries) return
  if (!existsSync(join(to, folder))) {
    changed.add(posix.dirname(folder))
    return renameSync(join(from, folder), join(to, folder))
  }
  for (const entry of entries) {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) await mergeFolder(from, to, path, changed)
    else {
      changed.add(folder)
      moveOver(join(from, path), join(to, path))
    }
  }
}

/** Moves a file to its place, replacing whatever is there: another program may have created a folder of that name. */
export function moveOver(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!lstatSync(from, { throwIfNoEntry: false })?.isFile() || !isFolder(to)) throw error
    forget(to)
    renameSync(from, to)
  }
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
