import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing } from './atomic.ts'
import { mediaFolder, mediaHash } from './layout.ts'

const HASH_LENGTH = 20

/** Which media files lay in a cache when it was asked about their folder first. Keeps their hashes only. */
export class MediaIndex {
  readonly #folder: string
  readonly #hashes = new Map<string, ReadonlySet<string>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** True when the file of a URL is there. */
  has(url: string): boolean {
    const folder = mediaFolder(url)
    let hashes = this.#hashes.get(folder)
    if (!hashes) this.#hashes.set(folder, (hashes = new Set(this.#namesIn(folder).map((name) => name.slice(0, HASH_LENGTH)))))
    return hashes.has(mediaHash(url))
  }

  #namesIn(folder: string): string[] {
    try {
      return readdirSync(join(this.#folder, folder))
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }
}
