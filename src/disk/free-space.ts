import { statfs } from 'node:fs/promises'
import { explainSystem } from '../errors.ts'

/** Throws if the disk of a folder has no room for this many bytes, before any is written. */
export async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some file systems report nothing.
  if (blocks > 0 && bytes > bavail * bsize) throw explainSystem(Object.assign(new Error(`${bytes} bytes`), { code: 'ENOSPC' }), folder)
}
