import { execFile } from 'node:child_process'
import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { filesBelow } from './files-below.ts'

/** The system flushes several folders at once for little more than one. */
const FLUSHED_AT_ONCE = 16
/** Up to this many files or folders are flushed individually. For more, flushing the whole file system costs a tenth of that. */
const FEW = 100
/** The longest time that flushing may block the event loop, in milliseconds. */
const SLICE_MS = 20

const run = promisify(execFile)

/** Flushes a file to disk: a later power loss does not lose it. */
export function flushFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** {@link flushFile} for a folder's entries. Windows has no equivalent, and journals them. */
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
  // The first flush takes the disk's time; for the rest, passing each to the thread pool would cost more than it does.
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

/** Flushes a large folder early, so that {@link flushTree} has less to wait for. */
export async function flushAhead(root: string): Promise<void> {
  // A problem with a folder is reported at the end.
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

/** Flushes the whole file system of a folder. False if this machine cannot, or did not confirm it. */
async function flushFileSystem(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  return run('sync', ['-f', folder]).then(
    () => true,
    () => false,
  )
}

/** The folders below `root` that contain files, and their ancestors, relative to it; the root itself is `.`. */
export async function foldersBelow(root: string): Promise<string[]> {
  const folders = new Set(['.'])
  for await (const file of filesBelow(root)) addFoldersOf(file, folders)
  return [...folders]
}

function addFoldersOf(file: string, folders: Set<string>): void {
  for (let folder = dirname(normalize(file)); !folders.has(folder); folder = dirname(folder)) folders.add(folder)
}
