import { statfs } from 'node:fs/promises'
import { explainSystem } from '../errors.ts'

/** Throws where the disk of a folder has no room for so many bytes, before any is written. */
export async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some file systems do not know.
  if (blocks > 0 && bytes > bavail * bsize) throw explainSystem(Object.assign(new Error(`${bytes} bytes`), { code: 'ENOSPC' }), folder)
}
