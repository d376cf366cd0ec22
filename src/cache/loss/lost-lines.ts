import { listPath, type RecordKey, RECORDS_PATH } from '../layout.ts'
import type { CacheReader } from '../reader.ts'
import { LIST_NAMES, type ListName } from '../../model/resources.ts'

/** Records of a kind, or items of a list, of which a file of the cache names fewer than the crawl stored. */
export interface LostLines {
  /** The file in the cache. */
  path: string
  what: 'records' | 'list'
  /** A kind of record, or the name of a list. */
  of: RecordKey['kind'] | ListName
  stored: number
  left: number
}

/** What a finished cache has lost since its crawl, by its manifest; nothing of a cache of an older version, whose manifest does not tell. */
export async function lostLines(cache: CacheReader): Promise<LostLines[]> {
  const { stored } = cache.manifest
  if (!stored) return []
  const left = new Map<string, number>()
  for await (const { kind } of cache.keys()) left.set(kind, (left.get(kind) ?? 0) + 1)
  const lost = Object.entries(stored.records).map(([kind, count]) => ({
    path: RECORDS_PATH,
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
  return [...lost, ...(await Promise.all(lists))].filter((line) => line.left < line.stored)
}
