import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { MEDIA_NAME, PENDING_FOLDER, SWEEP_PATH } from './layout.ts'
import { readLines } from '../disk/lines.ts'
import { mediaShelves } from './media/media-shelves.ts'

/** Paths of the cache's media files for which `isKept`, given the hash of their address, is false. */
export async function* mediaToSweep(folder: string, isKept: (hash: string) => boolean): AsyncGenerator<string> {
  for await (const shelf of mediaShelves(folder)) for (const { file, hash } of shelf) if (!isKept(hash)) yield file
}

/** Matches only what {@link mediaToSweep} writes: the cache and its list are untrusted. */
const SWEPT = /^media\/\w+\/[\w.-]+$/

/** Deletes the media files that a finishing crawl does not keep. Idempotent. */
export async function sweepMedia(folder: string): Promise<void> {
  for await (const { text } of readLines(join(folder, PENDING_FOLDER, SWEEP_PATH)))
    if (SWEPT.test(text) && MEDIA_NAME.test(basename(text))) await rm(join(folder, text), { force: true })
}
