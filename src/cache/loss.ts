import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readLines } from '../disk/lines.ts'
import { LIST_NAMES, type ListName } from '../model/resources.ts'
import { listPath, PENDING_FOLDER, type RecordKey, recordPath, RECORDS_PATH, SWEEP_PATH } from './layout.ts'
import { mediaShelves } from './media/media-index.ts'
import type { CacheReader } from './reader.ts'

/** Records of a kind or items of a list of which fewer are left than the crawl stored, or media files that are gone. */
export interface LostContent {
  /** The file in the cache, or its folder. */
  path: string
  what: 'records' | 'list' | 'media'
  /** A kind of record, or the name of a list. */
  of: RecordKey['kind'] | ListName | 'media'
  stored: number
  left: number
}

/** For these kinds, a page itself reports that its record is gone. */
const hasPage = ({ kind }: RecordKey): boolean => kind === 'guide' || kind === 'wiki' || kind === 'user'

/** What a finished cache has lost since its crawl, by the counts in its manifest; nothing for older versions, which lack them. */
export async function lostContent(folder: string, cache: CacheReader): Promise<LostContent[]> {
  const { stored } = cache.manifest
  if (!stored) return []
  const [named, left] = [new Map<string, number>(), new Map<string, number>()]
  for await (const key of cache.keys()) {
    named.set(key.kind, (named.get(key.kind) ?? 0) + 1)
    if (hasPage(key) || existsSync(join(folder, recordPath(key)))) left.set(key.kind, (left.get(key.kind) ?? 0) + 1)
  }
  const lost = Object.entries(stored.records).map(([kind, count]) => ({
    path: (named.get(kind) ?? 0) < count ? RECORDS_PATH : 'records',
    what: 'records' as const,
    of: kind as RecordKey['kind'],
    stored: count,
    left: left.get(kind) ?? 0,
  }))
  const lists = LIST_NAMES.map(async (name) => ({
    path: listPath(name),
    what: 'list' as const,
    of: name,
    stored: stored.lists[name] ?? 0,
    left: (await cache.listLength(name)) ?? 0,
  }))
  const [mediaLeft, ...items] = await Promise.all([countMedia(folder), ...lists])
  const media = { path: 'media', what: 'media' as const, of: 'media' as const, stored: stored.media ?? 0, left: mediaLeft }
  return [...lost, ...items, media].filter(({ stored, left }) => left < stored)
}

async function countMedia(folder: string): Promise<number> {
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

async function* hashesByShelf(folder: string, without: ReadonlySet<string> = new Set()): AsyncGenerator<Set<string>> {
  for await (const shelf of mediaShelves(folder))
    yield new Set(shelf.flatMap(({ file, hash, isInPlace }) => (isInPlace && !without.has(file) ? hash : [])))
}
