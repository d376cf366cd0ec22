import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { explainSystem } from '../errors.ts'

/** Writes a file so that a reader sees the old one or the new one, whole. Makes the folders above it. */
export function writeAtomically(path: string, content: string): Promise<void> {
  return throughTemporary(path, (temporary) => writeFile(temporary, content))
}

/** {@link writeAtomically} for content that arrives piece by piece; when its source throws, nothing is left behind. */
export function streamAtomically(path: string, content: Readable): Promise<void> {
  return throughTemporary(path, (temporary) => pipeline(content, createWriteStream(temporary)))
}

/** Makes a file of the same content as another: the same file under two names, or a copy where the file system has no such links. */
export function linkAtomically(from: string, path: string): Promise<void> {
  return throughTemporary(path, (temporary) => link(from, temporary).catch(() => copyFile(from, temporary)))
}

async function throughTemporary(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await mkdir(dirname(path), { recursive: true })
    try {
      await write(temporary)
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  } catch (error) {
    throw explainSystem(error, path)
  }
}

/** A file's text, or undefined when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The names in a folder; none when there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** True for the error of a file or folder that is not there, or would have to lie inside a file. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
