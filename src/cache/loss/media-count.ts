import { join } from 'node:path'
import { readLines } from '../../disk/lines.ts'
import { PENDING_FOLDER, SWEEP_PATH } from '../layout.ts'
import { mediaShelves } from '../media/media-shelves.ts'

/** The number of addresses with a media file in a cache. */
export async function countMedia(folder: string): Promise<number> {
  let count = 0
  for await (const hashes of hashesByShelf(folder)) count += hashes.size
  return count
}

/** {@link countMedia} as it will be once a crawl has moved its files into place and swept those that it does not keep. */
export async function countMediaToBe(folder: string): Promise<number> {
  const swept = new Set<string>()
  for await (const { text } of readLines(join(folder, PENDING_FOLDER, SWEEP_PATH))) swept.add(text)
  const arriving = new Set<string>()
  for await (const hashes of hashesByShelf(join(folder, PENDING_FOLDER))) for (const hash of hashes) arriving.add(hash)
  let count = arriving.size
  for await (const hashes of hashesByShelf(folder, swept)) for (const hash of hashes) count += arriving.has(hash) ? 0 : 1
  return count
}

/** Hashes of the addresses, one folder at a time. */
async function* hashesByShelf(folder: string, without: ReadonlySet<string> = new Set()): AsyncGenerator<Set<string>> {
  for await (const shelf of mediaShelves(folder))
    yield new Set(shelf.flatMap(({ file, hash, isInPlace }) => (isInPlace && !without.has(file) ? hash : [])))
}
