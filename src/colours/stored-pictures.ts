import { join } from 'node:path'
import { namesIn } from '../cache/atomic.ts'
import { MEDIA_HASH_LENGTH, MEDIA_NAME } from '../cache/layout.ts'

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
  const media = join(folder, 'media')
  for (const shelf of (await namesIn(media)).sort()) {
    const names = (await namesIn(join(media, shelf))).filter((name) => name.startsWith(shelf) && DECODABLE.test(name)).sort()
    yield names.flatMap((name) => {
      const { width = 0, height = 0 } = MEDIA_NAME.exec(name)?.groups ?? {}
      const picture = { hash: name.slice(0, MEDIA_HASH_LENGTH), path: join(media, shelf, name), pixels: Number(width) * Number(height) }
      return MEDIA_NAME.test(name) ? [picture] : []
    })
  }
}
