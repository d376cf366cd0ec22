import { createHash, hash } from 'node:crypto'
import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { join, posix } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isMissing } from './atomic.ts'

export interface FolderStamp {
  /** Differs if a file differs in name, kind, length or time. */
  stamp: string
  files: number
  bytes: number
}

/** A file may be written twice within a file system's timestamp resolution: files younger than this are not compared by time. */
export const MOMENT_MS = 2000

/** Files between two turns of the event loop. */
const TURN = 500

/**
 * A fingerprint of all files of a folder, which reads only those that `lineOf` reads: it returns a file's fingerprint, or undefined for one
 * that does not count; the default is length and time. A missing folder has no files. Synchronous, since a site has tens of thousands of
 * files.
 */
export async function stampOf(
  root: string,
  lineOf: (file: string, stats: Stats) => string | undefined = lengthAndTime,
  signal?: AbortSignal,
): Promise<FolderStamp> {
  const digest = createHash('sha256')
  const found = { files: 0, bytes: 0 }
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory()) {
        folders.push(path)
        continue
      }
      if (++found.files % TURN === 0) await setImmediate()
      signal?.throwIfAborted()
      const stats = lstatSync(join(root, path))
      found.bytes += stats.size
      const line = lineOf(path, stats)
      if (line !== undefined) digest.update(`${path}\0${entry.isFile() ? 'file' : 'other'} ${line}\n`)
    }
  }
  return { stamp: digest.digest('base64url'), ...found }
}

/** Two files with the same path are considered equal if these are equal. */
export const lengthAndTime = (_file: string, { size, mtimeMs }: Stats): string => `${size} ${mtimeMs}`

/** Several fingerprints as one. */
export const oneStamp = (stamps: readonly string[]): string => hash('sha256', JSON.stringify(stamps), 'base64url')

/** Sorted independently of the file system. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
