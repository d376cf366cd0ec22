import { copyFileSync, createWriteStream, linkSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { explainReading, explainSystem } from '../errors.ts'

/**
 * Writes a file so that readers see either the old or the new one in full. Creates missing parent folders. Synchronous, like all I/O on
 * small files here: passing them to the thread pool costs many times the work (see docs/performance.md).
 */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  throughTemporary(path, (temporary) => writeFileSync(temporary, content))
}

/**
 * Writes a file in place, if truncation can be detected: that saves renaming, a third of the work. An existing entry is removed first: a
 * link, or a hard link, may lead out of our folders, and a pipe would block.
 */
export function writePart(path: string, content: string | Uint8Array): void {
  const write = () => writeFileSync(path, content, { flag: 'wx' })
  try {
    makingFolder(path, () => {
      try {
        write()
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
        unlinkSync(path)
        write()
      }
    })
  } catch (error) {
    try {
      unlinkSync(path)
    } catch {
      // Nothing was written, or the name belongs to a folder, which stays.
    }
    throw explainSystem(error, path)
  }
}

/** {@link writeAtomically} for streamed content; if its source throws, nothing is left behind. */
export async function streamAtomically(path: string, content: Readable): Promise<void> {
  const temporary = temporaryOf(path)
  try {
    await mkdir(dirname(path), { recursive: true })
    await pipeline(content, createWriteStream(temporary))
    await rename(temporary, path)
  } catch (error) {
    forget(temporary)
    throw explainSystem(error, path)
  }
}

/** Creates a file with the same content as another: a hard link, or a copy if the file system does not support those. */
export function linkAtomically(from: string, path: string): void {
  throughTemporary(path, (temporary) => {
    try {
      linkSync(from, temporary)
    } catch {
      copyFileSync(from, temporary)
    }
  })
}

/** Runs an operation that needs the folder of `path`, and creates the folder if it is missing. */
export function makingFolder<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isMissing(error)) throw error
    mkdirSync(dirname(path), { recursive: true })
    return work()
  }
}

function throughTemporary(path: string, write: (temporary: string) => void): void {
  const temporary = temporaryOf(path)
  try {
    makingFolder(path, () => write(temporary))
    renameSync(temporary, path)
  } catch (error) {
    forget(temporary)
    throw explainSystem(error, path)
  }
}

/** Deletes a file that may not exist, or a folder of that name. */
export function forget(path: string): void {
  try {
    rmSync(path, { force: true, recursive: true })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

let temporaries = 0
/** A name next to `path` that no other process and no other call uses. */
export const temporaryOf = (path: string): string => `${path}.${process.pid}-${++temporaries}.part`

/** The names in a folder; none if there is no such folder. */
export const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw explainReading(error, folder)
  })

/** True for the error of a file or folder that does not exist, would be inside a file, or is a link. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR|ELOOP)$/.test(String(error.code))
}

/** For `.catch`: undefined for what does not exist; rethrows any other error. */
export function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
