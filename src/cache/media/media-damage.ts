import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { MEDIA_DIGEST_LENGTH, MEDIA_NAME } from '../layout.ts'
import { sha256Of } from '../../disk/sha256.ts'

/** True if a media file has the length in its name, or if its name, from an older version, has none. */
export function hasItsLength(path: string): boolean {
  const { length } = namedIn(path)
  return length === undefined || statSync(path, { throwIfNoEntry: false })?.size === Number(length)
}

/**
 * True if the bytes of a media file, of a cache or a site, do not match its name; undefined if the name, from an older version, has no
 * digest. Synchronous, since most files are small; reads in chunks.
 */
export function isDamaged(path: string): boolean | undefined {
  if (!hasItsLength(path)) return true
  const { digest } = namedIn(path)
  return digest === undefined ? undefined : digestOf(path) !== digest
}

/** The path that a media file of an older version gets: with its present length and digest. */
export function fullName(folder: string, file: string): string {
  const path = join(folder, file)
  return file.replace(/(?:-\d+)?(\.\w+)$/, `-${statSync(path).size}-${digestOf(path)}$1`)
}

const digestOf = (path: string): string => sha256Of(path).slice(0, MEDIA_DIGEST_LENGTH)

const namedIn = (path: string): { length?: string; digest?: string } => MEDIA_NAME.exec(basename(path))?.groups ?? {}
