import { basename } from 'node:path'
import { MEDIA_NAME } from '../cache/layout.ts'
import { mediaShelves } from '../cache/media/media-shelves.ts'

/** What the decoder knows. Others (AVIF, HEIC, SVG …) keep the neutral tone. */
const DECODABLE = /\.(jpg|png|webp|gif)$/

export interface StoredPicture {
  /** Of its address. */
  hash: string
  path: string
  /** As its name says; 0 where that does not. */
  pixels: number
}

/** The pictures of a cache that can be decoded, a folder at a time, in the order of their hashes. Memory holds one folder's. */
export async function* storedPictures(folder: string): AsyncGenerator<StoredPicture[]> {
  for await (const shelf of mediaShelves(folder))
    yield (
      shelf
        // What lies in another's folder would break the order.
        .filter(({ path, isInPlace }) => isInPlace && DECODABLE.test(path))
        .map(({ path, hash }) => {
          const { width = 0, height = 0 } = MEDIA_NAME.exec(basename(path))?.groups ?? {}
          return { hash, path, pixels: Number(width) * Number(height) }
        })
    )
}
