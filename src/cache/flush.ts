import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { filesBelow } from './files-below.ts'

/** The system flushes several folders at once for little more than one. */
const FLUSHED_AT_ONCE = 16
/** So long one slice of flushing may hold up everything else, in milliseconds. */
const SLICE_MS = 20

/** Has the disk take what was written to a file: a loss of power after this does not lose it. */
export function flushFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** {@link flushFile} for a folder's names. Windows has no such thing, and keeps them in its journal. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Flushes every file below a folder, and then the folders' names. */
export async function flushTree(root: string): Promise<void> {
  const folders = await foldersBelow(root)
  // The first takes the disk's time; for those after it, handing each to another thread would cost more than it does.
  let sliceStart = performance.now()
  for await (const file of filesBelow(root, '.')) {
    flushFile(join(root, file))
    if (performance.now() - sliceStart < SLICE_MS) continue
    await nextTurn()
    sliceStart = performance.now()
  }
  await flushFolders(root, folders)
}

/** {@link flushFolder} for folders below `root`. */
export async function flushFolders(root: string, folders: Iterable<string>): Promise<void> {
  const rest = folders[Symbol.iterator]()
  const flushSome = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await flushFolder(join(root, next.value))
  }
  await Promise.all(Array.from({ length: FLUSHED_AT_ONCE }, flushSome))
}

/** The folders below `root` that hold files, and those above them, relative to it; itself is `.`. */
export async function foldersBelow(root: string): Promise<Set<string>> {
  const folders = new Set(['.'])
  for await (const file of filesBelow(root, '.'))
    for (let folder = dirname(normalize(file)); !folders.has(folder); folder = dirname(folder)) folders.add(folder)
  return folders
}
