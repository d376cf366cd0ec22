import { copyFile, link, mkdir } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { isMissing } from '../cache/atomic.ts'
import { filesBelow } from '../cache/files-below.ts'
import { explainSystem } from '../errors.ts'

const COPIES_AT_ONCE = 16

interface MediaHooks {
  signal?: AbortSignal
  onProgress?: (progress: { stage: 'media'; done: number; known: number }) => void
}

/** The media files that the pages of a site name, as paths below its root such as `media/3f/….jpg`. */
export async function mediaOfPages(outDir: string): Promise<Set<string>> {
  const media = new Set<string>()
  for await (const file of filesBelow(outDir)) {
    if (file.endsWith('.html')) for (const path of mediaIn(readFileSync(join(outDir, file), 'utf8'))) media.add(path)
  }
  return media
}

/** The media files that a text of the site names. */
export function mediaIn(text: string): string[] {
  return text.match(/(?<=\/)media\/[0-9a-f]{2}\/[\w-]+\.\w+/g) ?? []
}

/**
 * Puts media files of a cache into the site: as hard links, or as copies where the file system has none. A file that the cache does not
 * hold is left out, for the check to find.
 */
export async function placeMedia(cacheFolder: string, outDir: string, files: ReadonlySet<string>, hooks: MediaHooks = {}): Promise<void> {
  const limit = pLimit(COPIES_AT_ONCE)
  let done = 0
  const placed = Array.from(files, (file) =>
    limit(async () => {
      hooks.signal?.throwIfAborted()
      await placeFile(join(cacheFolder, file), join(outDir, file))
      hooks.onProgress?.({ stage: 'media', done: ++done, known: files.size })
    }),
  )
  await Promise.all(placed)
}

async function placeFile(from: string, to: string): Promise<void> {
  try {
    await mkdir(dirname(to), { recursive: true })
    await link(from, to).catch((error: unknown) => (isMissing(error) ? undefined : copyFile(from, to)))
  } catch (error) {
    throw explainSystem(error, to)
  }
}
