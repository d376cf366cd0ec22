import { copyFileSync, createWriteStream, linkSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { explainReading, explainSystem } from '../errors.ts'

/**
 * Writes a file so that a reader sees the old one or the new one, whole. Makes the folders above it. Synchronous, as all that touches
 * small files here: handing them to other threads costs many times the work (see docs/performance.md).
 */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  throughTemporary(path, (temporary) => writeFileSync(temporary, content))
}

/**
 * Writes a file in its place, for those who can tell a part of it from the whole: that spares the renaming, a third of the work. What is there is removed
 * first: a link, or a second name of a file, may lead out of our folders, and a pipe would be waited for.
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
      // Nothing was written, or a folder is there, which stays.
    }
    throw explainSystem(error, path)
  }
}

/** {@link writeAtomically} for content that arrives piece by piece; when its source throws, nothing is left behind. */
export async function streamAtomically(path: string, content: Readable): Promise<void> {
  const temporary = temporaryOf(path)
  try {
    await mkdir(dirname(path), { recursive: true })
    try {
      await pipeline(content, createWriteStream(temporary))
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  } catch (error) {
    throw explainSystem(error, path)
  }
}

/** Makes a file of the same content as another: the same file under two names, or a copy where the file system has no such links. */
export function linkAtomically(from: string, path: string): void {
  throughTemporary(path, (temporary) => {
    try {
      linkSync(from, temporary)
    } catch {
      copyFileSync(from, temporary)
    }
  })
}

/** Does something that wants the folder of `path`, and makes that folder when it turns out to be missing. */
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

/** Deletes a file that need not be there, or the folder that has its name. */
export function forget(path: string): void {
  try {
    rmSync(path, { force: true, recursive: true })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

let temporaries = 0
/** A name beside `path` that no other process and no other call uses. */
export const temporaryOf = (path: string): string => `${path}.${process.pid}-${++temporaries}.part`

/** The names in a folder; none when there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw explainReading(error, folder)
  }
}

/** True for the error of a file or folder that is not there, or would have to lie inside a file, or is a link. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR|ELOOP)$/.test(String(error.code))
}

/** For `.catch`: undefined in the place of what is not there; throws any other error. */
export function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
