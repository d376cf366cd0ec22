import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { explainReading } from '../../errors.ts'
import { isMissing } from '../../disk/atomic.ts'
import { MEDIA_HASH_LENGTH, mediaFolder, mediaHash } from '../layout.ts'

/** The media files of a cache, each folder as it was at the first lookup. Synchronous: it reads each of 256 folders once. */
export class MediaIndex {
  readonly #folder: string
  /** By folder: its file names, by hash. */
  readonly #names = new Map<string, ReadonlyMap<string, string>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The path in the cache of a URL's file, if there is one. */
  find(url: string): string | undefined {
    return this.findHash(mediaHash(url))
  }

  /** {@link MediaIndex.find} by the hash of the URL. */
  findHash(hash: string): string | undefined {
    const folder = mediaFolder(hash)
    let names = this.#names.get(folder)
    if (!names) this.#names.set(folder, (names = new Map(this.#namesIn(folder).map((name) => [name.slice(0, MEDIA_HASH_LENGTH), name]))))
    const name = names.get(hash)
    return name && `${folder}/${name}`
  }

  #namesIn(folder: string): string[] {
    try {
      const path = join(this.#folder, folder)
      // A symbolic link leads out of the cache: its target is not one of its files.
      if (lstatSync(path).isSymbolicLink()) return []
      return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []))
    } catch (error) {
      if (isMissing(error)) return []
      throw explainReading(error, join(this.#folder, folder))
    }
  }
}
