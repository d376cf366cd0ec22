import { setImmediate } from 'node:timers/promises'
import { isDamaged } from './media-damage.ts'
import { mediaShelves } from './media-shelves.ts'

/** Files between two turns of the event loop. */
const TURN = 20

export interface VerifiedMedia {
  looked: number
  /** Paths in the cache of those that are not what they were when they were stored. */
  damaged: string[]
  /** Paths of those whose names, of an older version, do not tell what they were. */
  unknown: string[]
}

/**
 * Holds media files of a finished cache against what they were when they were stored: all, or those in some share of the hashes of their
 * addresses, from one (0 to 1) up to another; a share may go round past 1.
 */
export async function verifyMedia(
  folder: string,
  { from = 0, share = 1, signal }: { from?: number; share?: number; signal?: AbortSignal } = {},
): Promise<VerifiedMedia> {
  const verified: VerifiedMedia = { looked: 0, damaged: [], unknown: [] }
  for await (const shelf of mediaShelves(folder))
    for (const { file, path, hash } of shelf) {
      if ((placeOf(hash) - from + 1) % 1 >= share) continue
      if (verified.looked++ % TURN === 0) await setImmediate()
      signal?.throwIfAborted()
      const damaged = isDamaged(path)
      if (damaged) verified.damaged.push(file)
      else if (damaged === undefined) verified.unknown.push(file)
    }
  return verified
}

/** Where the hash of a file's address stands among all, from 0 to 1. */
const placeOf = (hash: string): number => Number.parseInt(hash.slice(0, 8), 16) / 2 ** 32
