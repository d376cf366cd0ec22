import { join } from 'node:path'
import { namesIn } from './atomic.ts'
import { MEDIA_NAME } from './layout.ts'

/** Paths of a cache's media files, relative to it, a folder at a time and in the order of their hashes; without what somebody else laid there. */
export async function* mediaShelves(folder: string): AsyncGenerator<string[]> {
  for (const shelf of (await namesIn(join(folder, 'media'))).sort()) {
    const names = (await namesIn(join(folder, 'media', shelf))).sort()
    yield names.filter((name) => MEDIA_NAME.test(name)).map((name) => `media/${shelf}/${name}`)
  }
}
