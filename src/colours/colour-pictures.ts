import { readFileSync, statSync } from 'node:fs'
import { ColourTable } from '../cache/colours.ts'
import { lockCache } from '../cache/lock/lock.ts'
import { openCache } from '../cache/reader.ts'
import { explainSystem } from '../errors.ts'
import type { Decoded } from './decode-worker.ts'
import { leadersOf } from './leaders.ts'
import { PictureThread } from '../sandbox/picture-thread.ts'
import { type StoredPicture, storedPictures } from './stored-pictures.ts'

/** The smallest copy of a picture has some ten thousand pixels; these bounds are for what comes in one size, and for what lies. */
const MAX_BYTES = 4 * 1024 * 1024
const MAX_PIXELS = 2_000_000
/** A picture within the bounds takes a tenth of a second. */
const MAX_CPU_MS = 3_000

type Decoder = PictureThread<Uint8Array, Decoded>

export const newDecoder = (maxCpuMs = MAX_CPU_MS): Decoder =>
  new PictureThread(new URL('./decode-worker.ts', import.meta.url), { maxCpuMs, maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 })

export interface ColouringOptions {
  signal: AbortSignal
  /** How much CPU one picture may take. */
  maxCpuMs?: number
  onWarning?: (sentence: string) => void
  /** How many pictures have been looked at so far, and how many are new. */
  onProgress?: (done: number, known: number) => void
}

/** Pictures that were new, each in one of its sizes. */
export interface Colouring {
  coloured: number
  transparent: number
  /** Larger than is decoded. */
  large: number
  /** Damaged, or too slow. */
  unreadable: number
}

/**
 * Finds the average colours of the pictures of a finished cache that are new since the last time, each from its smallest stored copy,
 * and forgets those that are gone. What a picture does to its decoder is counted, not thrown; when the signal aborts, its reason is
 * thrown and what was found is kept. Throws a CacheError while a crawl is at work in the folder.
 */
export async function colourPictures(folder: string, options: ColouringOptions): Promise<Colouring> {
  const counts: Colouring = { coloured: 0, transparent: 0, large: 0, unreadable: 0 }
  const lock = await lockCache(folder, options.onWarning ?? (() => undefined))
  try {
    const before = ColourTable.read(folder)
    const table = await ColourTable.of(hashesIn(folder), before)
    try {
      if (table.has('unknown')) await lookAtNew(folder, table, counts, options)
    } finally {
      if (!table.equals(before)) await table.write(folder)
    }
    return counts
  } finally {
    await lock.release()
  }
}

async function* hashesIn(folder: string): AsyncGenerator<string[]> {
  // A file of an older version and a newer one of the same address have one colour.
  for await (const shelf of storedPictures(folder)) yield [...new Set(shelf.map(({ hash }) => hash))]
}

/** Fills in what a table does not know, and counts. */
async function lookAtNew(folder: string, table: ColourTable, counts: Colouring, options: ColouringOptions): Promise<void> {
  const { signal, maxCpuMs, onProgress } = options
  const isNew = (at: number) => table.at(at) === 'unknown'
  const leaders = await leadersOf(table, await openCache(folder), signal)
  const known = leaders.filter((leader, at) => leader === at && isNew(at)).length
  const decoder = newDecoder(maxCpuMs)
  let done = 0
  try {
    for await (const shelf of storedPictures(folder))
      for (const picture of shelf) {
        signal.throwIfAborted()
        const at = table.indexOf(picture.hash)
        if (leaders[at] !== at || !isNew(at)) continue
        const seen = await look(picture, decoder, signal)
        counts[typeof seen === 'number' ? 'coloured' : seen]++
        table.set(at, typeof seen === 'number' ? seen : 'none')
        onProgress?.(++done, known)
      }
  } finally {
    await decoder.close()
    for (const [at, leader] of leaders.entries()) if (isNew(at)) table.set(at, table.at(leader))
  }
}

async function look({ path, pixels }: StoredPicture, decoder: Decoder, signal: AbortSignal): Promise<Decoded | 'large' | 'unreadable'> {
  if (pixels > MAX_PIXELS) return 'large'
  try {
    if (statSync(path).size > MAX_BYTES) return 'large'
    return (await decoder.ask(readFileSync(path), signal)) ?? 'unreadable'
  } catch (error) {
    throw explainSystem(error, path)
  }
}
