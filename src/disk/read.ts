import { constants as bufferConstants } from 'node:buffer'
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { explainReading, isRefused } from '../errors.ts'
import { isMissing } from './atomic.ts'

/** A link in place of our file leads out of our folders, and a pipe would block: neither is opened. Windows has no such flags. */
const flag = (name: 'O_NOFOLLOW' | 'O_NONBLOCK'): number => (constants as Partial<typeof constants>)[name] ?? 0
const READ = constants.O_RDONLY | flag('O_NOFOLLOW') | flag('O_NONBLOCK')

/** True for the error of opening what is not a file, or does not exist. A socket cannot be opened. */
const isNoFile = (error: unknown): boolean => isMissing(error) || (error instanceof Error && 'code' in error && error.code === 'ENXIO')

/** Opens a file for reading, and returns its descriptor; undefined for anything but a regular file. */
export function openNow(path: string): number | undefined {
  try {
    const file = openSync(path, READ)
    if (fstatSync(file).isFile()) return file
    closeSync(file)
    return undefined
  } catch (error) {
    if (isNoFile(error)) return undefined
    throw explainReading(error, path)
  }
}

/** Throws the error for a required file that {@link openNow} does not find. */
export function noFile(path: string): never {
  throw Object.assign(new Error(`${path} is no file`), { code: 'ENOENT' })
}

/** {@link openNow}, using the thread pool. */
export async function openIfExists(path: string): Promise<FileHandle | undefined> {
  try {
    const file = await open(path, READ)
    if ((await file.stat()).isFile()) return file
    await file.close()
    return undefined
  } catch (error) {
    if (isNoFile(error)) return undefined
    throw explainReading(error, path)
  }
}

/** A file's text, or undefined if there is none. */
export const readNow = (path: string): string | undefined => bytesNow(path)?.toString('utf8')

/** {@link readNow}, as a promise. */
export const readIfExists = async (path: string): Promise<string | undefined> => readNow(path)

/** {@link readNow}; also undefined for a file that the system refuses to read. */
export function readIfAllowed(path: string): string | undefined {
  try {
    return readNow(path)
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

/** False for an existing file that this user may not read. */
export function mayRead(path: string): boolean {
  try {
    const file = openNow(path)
    if (file !== undefined) closeSync(file)
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** Files read as a whole are smaller, and no string can be longer. */
const MAX_BYTES = bufferConstants.MAX_STRING_LENGTH

/** A file's bytes, or undefined if there is none. */
export function bytesNow(path: string): Buffer | undefined {
  const file = openNow(path)
  if (file === undefined) return undefined
  try {
    const { size } = fstatSync(file)
    if (size > MAX_BYTES) throw Object.assign(new Error(`${size} bytes`), { code: 'EFBIG' })
    return readFileSync(file)
  } catch (error) {
    throw explainReading(error, path)
  } finally {
    closeSync(file)
  }
}

/** The length of a file in bytes, without opening it; undefined if missing or inaccessible: its reader reports the problem. */
export function sizeNow(path: string): number | undefined {
  try {
    const stats = lstatSync(path)
    return stats.isFile() ? stats.size : undefined
  } catch {
    return undefined
  }
}
