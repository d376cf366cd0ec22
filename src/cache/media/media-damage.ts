import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { MEDIA_DIGEST_LENGTH, MEDIA_NAME } from '../layout.ts'
import { sha256Of } from '../../disk/sha256.ts'
import { mediaShelves } from './media-index.ts'

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
  return digest === undefined ? undefined : mediaDigest(path) !== digest
}

/** The path that a media file of an older version gets: with its present length and digest. */
export function fullName(folder: string, file: string): string {
  const path = join(folder, file)
  return file.replace(/(?:-\d+)?(\.\w+)$/, `-${statSync(path).size}-${mediaDigest(path)}$1`)
}

const mediaDigest = (path: string): string => sha256Of(path).slice(0, MEDIA_DIGEST_LENGTH)

const namedIn = (path: string): { length?: string; digest?: string } => MEDIA_NAME.exec(basename(path))?.groups ?? {}

const TURN = 20

export interface VerifiedMedia {
  looked: number
  /** Paths in the cache of damaged files. */
  damaged: string[]
  /** Paths of files whose names, from an older version, have no digest. */
  unknown: string[]
}

interface VerifyOptions {
  from?: number
  share?: number
  /** Replaces {@link isDamaged} for callers that already know the result for some files. */
  look?: (path: string) => boolean | undefined
  signal?: AbortSignal
}

/** Verifies media files of a finished cache against their names: all, or a share of the hash space (0 to 1), which may wrap around past 1. */
export async function verifyMedia(
  folder: string,
  { from = 0, share = 1, look = isDamaged, signal }: VerifyOptions = {},
): Promise<VerifiedMedia> {
  const verified: VerifiedMedia = { looked: 0, damaged: [], unknown: [] }
  for await (const shelf of mediaShelves(folder))
    for (const { file, path, hash } of shelf) {
      if ((placeOf(hash) - from + 1) % 1 >= share) continue
      if (verified.looked++ % TURN === 0) await setImmediate()
      signal?.throwIfAborted()
      const damaged = look(path)
      if (damaged) verified.damaged.push(file)
      else if (damaged === undefined) verified.unknown.push(file)
    }
  return verified
}

const placeOf = (hash: string): number => Number.parseInt(hash.slice(0, 8), 16) / 2 ** 32
