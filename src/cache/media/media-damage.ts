import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { MEDIA_DIGEST_LENGTH, MEDIA_NAME } from '../layout.ts'
import { sha256Of } from '../../disk/sha256.ts'

/** True for a media file as long as its name says, or whose name, of an older version, says nothing of it. */
export function hasItsLength(path: string): boolean {
  const { length } = namedIn(path)
  return length === undefined || statSync(path, { throwIfNoEntry: false })?.size === Number(length)
}

/**
 * True for a media file, of a cache or a site, whose bytes are not those that its name tells; undefined where its name, of an older version,
 * tells nothing of them. Synchronous, as most are small; memory holds a piece of it.
 */
export function isDamaged(path: string): boolean | undefined {
  if (!hasItsLength(path)) return true
  const { digest } = namedIn(path)
  return digest === undefined ? undefined : digestOf(path) !== digest
}

/** The path of a media file of an older version with the length and the digest that it has now: from then on its name tells them. */
export function fullName(folder: string, file: string): string {
  const path = join(folder, file)
  return file.replace(/(?:-\d+)?(\.\w+)$/, `-${statSync(path).size}-${digestOf(path)}$1`)
}

const digestOf = (path: string): string => sha256Of(path).slice(0, MEDIA_DIGEST_LENGTH)

const namedIn = (path: string): { length?: string; digest?: string } => MEDIA_NAME.exec(basename(path))?.groups ?? {}
