import { closeSync, fdatasync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { filesBelow } from './files-below.ts'

/** The system flushes several files at once for little more than one. */
const FLUSHED_AT_ONCE = 16

/** The one call of these that waits for the disk, and so the one that must not hold up everything else. */
const flushDescriptor = promisify(fdatasync)

/** Has the disk take what was written to a file: a loss of power after this does not lose it. */
export async function flushFile(path: string): Promise<void> {
  const file = openSync(path, 'r+')
  try {
    await flushDescriptor(file)
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
  const files = filesBelow(root, '.')
  await severally(async () => {
    for await (const file of files) await flushFile(join(root, file))
  })
  await flushFolders(root, folders)
}

/** {@link flushFolder} for folders below `root`. */
export async function flushFolders(root: string, folders: Iterable<string>): Promise<void> {
  const rest = folders[Symbol.iterator]()
  await severally(async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await flushFolder(join(root, next.value))
  })
}

/** The folders below `root` that hold files, and those above them, relative to it; itself is `.`. */
export async function foldersBelow(root: string): Promise<Set<string>> {
  const folders = new Set(['.'])
  for await (const file of filesBelow(root, '.'))
    for (let folder = dirname(normalize(file)); !folders.has(folder); folder = dirname(folder)) folders.add(folder)
  return folders
}

const severally = (work: () => Promise<void>) => Promise.all(Array.from({ length: FLUSHED_AT_ONCE }, work))
