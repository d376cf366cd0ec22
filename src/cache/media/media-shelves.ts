import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { explainReading } from '../../errors.ts'
import { isMissing } from '../../disk/atomic.ts'
import { MEDIA_HASH_LENGTH, MEDIA_NAME, mediaFolder } from '../layout.ts'

/** A media file of a cache: its path in the cache, its path on this machine, and the hash of its address. */
export interface ShelvedMedia {
  file: string
  path: string
  hash: string
  /** False if the file is in another hash's folder. */
  isInPlace: boolean
}

/**
 * A cache's media files, folder by folder and sorted by hash; without unmanaged files and links.
 */
export async function* mediaShelves(folder: string): AsyncGenerator<ShelvedMedia[]> {
  for (const name of await ownNamesIn(join(folder, 'media'), (entry) => entry.isDirectory())) {
    const shelf = `media/${name}`
    const names = (await ownNamesIn(join(folder, shelf), (entry) => entry.isFile())).filter((file) => MEDIA_NAME.test(file))
    yield names.map((media) => {
      const [file, hash] = [`${shelf}/${media}`, media.slice(0, MEDIA_HASH_LENGTH)]
      return { file, path: join(folder, file), hash, isInPlace: shelf === mediaFolder(hash) }
    })
  }
}

/** A link leads out of the cache. */
async function ownNamesIn(folder: string, isWanted: (entry: Dirent) => boolean): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.flatMap((entry) => (isWanted(entry) ? entry.name : [])).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw explainReading(error, folder)
  }
}
