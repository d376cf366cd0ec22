import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from '../src/disk/files-below.ts'

export interface SiteFile {
  hash: string
  /** Identifies the file on the disk, and its last modification. */
  inode: bigint
  modifiedNs: bigint
}

/** Every file of a built site, by its path. */
export async function siteFiles(folder: string): Promise<Map<string, SiteFile>> {
  const files = new Map<string, SiteFile>()
  for await (const file of filesBelow(folder)) {
    const path = join(folder, file)
    const { ino, mtimeNs } = statSync(path, { bigint: true })
    files.set(file, { hash: createHash('sha256').update(readFileSync(path)).digest('hex'), inode: ino, modifiedNs: mtimeNs })
  }
  return files
}

type Files = ReadonlyMap<string, SiteFile>

/** The files that exist in only one of two sites or differ. */
export function differing(before: Files, after: Files): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file)?.hash !== after.get(file)?.hash).sort()
}

/** The files of a site that were written again with the same content. */
export function rewritten(before: Files, after: Files): string[] {
  const isRewritten = (a: SiteFile, b: SiteFile) => a.hash === b.hash && (a.inode !== b.inode || a.modifiedNs !== b.modifiedNs)
  return [...before].flatMap(([file, old]) => {
    const now = after.get(file)
    return now && isRewritten(old, now) ? [file] : []
  })
}
