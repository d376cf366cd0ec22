import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listPath, type RecordKey, recordPath, RECORDS_PATH } from '../layout.ts'
import type { CacheReader } from '../reader.ts'
import { countMedia } from './media-count.ts'
import { LIST_NAMES, type ListName } from '../../model/resources.ts'

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
