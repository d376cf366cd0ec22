import { closeSync, fdatasync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
  const files = filesBelow(root, '.')
  const folders = new Set([root])
  const flushSome = async () => {
    for await (const file of files) {
      const path = join(root, file)
      await flushFile(path)
      for (let folder = dirname(path); folder !== root; folder = dirname(folder)) folders.add(folder)
    }
  }
  await Promise.all(Array.from({ length: FLUSHED_AT_ONCE }, flushSome))
  for (const folder of folders) await flushFolder(folder)
}
