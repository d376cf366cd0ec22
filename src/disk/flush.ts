import { execFile } from 'node:child_process'
import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { filesBelow } from './files-below.ts'

/** The system flushes several folders at once for little more than one. */
const FLUSHED_AT_ONCE = 16
/** So many files or folders are flushed one by one. Where there are more, the whole file system at once costs a tenth of that. */
const FEW = 100
/** So long one slice of flushing may hold up everything else, in milliseconds. */
const SLICE_MS = 20

const run = promisify(execFile)

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
  if ((await hasMany(filesBelow(root))) && (await flushFileSystem(root))) return
  const folders = new Set(['.'])
  // The first takes the disk's time; for those after it, handing each to another thread would cost more than it does.
  let sliceStart = performance.now()
  for await (const file of filesBelow(root)) {
    addFoldersOf(file, folders)
    flushFile(join(root, file))
    if (performance.now() - sliceStart < SLICE_MS) continue
    await nextTurn()
    sliceStart = performance.now()
  }
  await flushFolders(root, [...folders])
}

/** Has the disk take what lies below a folder so far, where that is much: what {@link flushTree} has to wait for is less then. */
export async function flushAhead(root: string): Promise<void> {
  // What is wrong with a folder shows again at the end.
  if (await hasMany(filesBelow(root)).catch(() => false)) await flushFileSystem(root)
}

async function hasMany(files: AsyncGenerator<string>): Promise<boolean> {
  for (let count = 0; count <= FEW; count++) if ((await files.next()).done) return false
  await files.return(undefined)
  return true
}

/** {@link flushFolder} for folders below `root`. */
export async function flushFolders(root: string, folders: readonly string[]): Promise<void> {
  if (folders.length > FEW && (await flushFileSystem(root))) return
  const rest = folders.values()
  const flushSome = async () => {
    for (const folder of rest) await flushFolder(join(root, folder))
  }
  await Promise.all(Array.from({ length: FLUSHED_AT_ONCE }, flushSome))
}

/** Flushes all that the file system of a folder was given. False where this machine cannot, or did not say that it could. */
async function flushFileSystem(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  return run('sync', ['-f', folder]).then(
    () => true,
    () => false,
  )
}

/** The folders below `root` that hold files, and those above them, relative to it; itself is `.`. */
export async function foldersBelow(root: string): Promise<string[]> {
  const folders = new Set(['.'])
  for await (const file of filesBelow(root)) addFoldersOf(file, folders)
  return [...folders]
}

function addFoldersOf(file: string, folders: Set<string>): void {
  for (let folder = dirname(normalize(file)); !folders.has(folder); folder = dirname(folder)) folders.add(folder)
}
