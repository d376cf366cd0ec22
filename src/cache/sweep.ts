import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from './atomic.ts'
import { MEDIA_HASH_LENGTH, MEDIA_NAME, PENDING_FOLDER, SWEEP_PATH } from './layout.ts'
import { readLines } from './lines.ts'

/** Paths of the media files of a cache that `isKept` says no to, given the hash of their address. Files that somebody else laid there stay. */
export async function* mediaToSweep(folder: string, isKept: (hash: string) => boolean): AsyncGenerator<string> {
  for (const shelf of await namesIn(join(folder, 'media')))
    for (const name of await namesIn(join(folder, 'media', shelf)))
      if (MEDIA_NAME.test(name) && !isKept(name.slice(0, MEDIA_HASH_LENGTH))) yield `media/${shelf}/${name}`
}

/** Deletes the media files that a crawl which has decided to finish does not keep. Can be done twice. */
export async function sweepMedia(folder: string): Promise<void> {
  for await (const { text } of readLines(join(folder, PENDING_FOLDER, SWEEP_PATH))) await rm(join(folder, text), { force: true })
}
